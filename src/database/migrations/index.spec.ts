import { migrations } from '.';

describe('the migrations', () => {
  it('are listed in the order in which TypeORM runs them: by the numbers at the ends of their names', () => {
    const numbers = migrations.map(({ name }) => Number(/\d{13}$/.exec(name)?.[0]));
    expect(numbers).toEqual([...numbers].sort((one, other) => one - other));
  });
});

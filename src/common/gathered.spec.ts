import { Gathered } from './gathered';

/** Notes what it works on, and answers with its doubles. */
function doubling(most: number): { gathered: Gathered<number, number>; goes: number[][] } {
  const goes: number[][] = [];
  const gathered = new Gathered<number, number>((items) => {
    goes.push([...items]);
    if (items.includes(13)) return Promise.reject(new Error('unlucky'));
    return Promise.resolve(items.map((item) => item * 2));
  }, most);
  return { gathered, goes };
}

it('does together what is asked together, and gives each its answer', async () => {
  const { gathered, goes } = doubling(10);
  expect(await Promise.all([1, 2, 3].map((item) => gathered.ask(item)))).toEqual([2, 4, 6]);
  expect(await gathered.ask(4)).toBe(8);
  expect(goes).toEqual([[1, 2, 3], [4]]);
});

it('does no more in one go than it may', async () => {
  const { gathered, goes } = doubling(2);
  expect(await Promise.all([1, 2, 3, 4, 5].map((item) => gathered.ask(item)))).toEqual([2, 4, 6, 8, 10]);
  expect(goes).toEqual([[1, 2], [3, 4], [5]]);
});

it('gathers what is asked while a go is under way', async () => {
  const goes: number[][] = [];
  const late: Promise<number>[] = [];
  const gathered: Gathered<number, number> = new Gathered((items) => {
    goes.push([...items]);
    if (goes.length === 1) late.push(gathered.ask(2), gathered.ask(3));
    return Promise.resolve(items);
  }, 10);
  await gathered.ask(1);
  expect(await Promise.all(late)).toEqual([2, 3]);
  expect(goes).toEqual([[1], [2, 3]]);
});

it('tells an error to those it happened to, and goes on', async () => {
  const { gathered } = doubling(2);
  const outcomes = await Promise.allSettled([1, 13, 3].map((item) => gathered.ask(item)));
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  expect(await gathered.ask(5)).toBe(10);
});

import { compilePhrase, patternOf } from './compile-phrase';

const NOUNS = { box: '(mail|in).?box', user: 'user( of {box})?' };
const finds = (phrase: string, text: string): boolean => patternOf([compilePhrase(phrase, NOUNS)]).test(text);

describe('compilePhrase', () => {
  it.each([
    ['unknown user', 'an unknown user.', true],
    ['unknown user', 'unknown users', false],
    ['unknown user', 'anunknown user', false],
    ['unknown user', 'unknown: user', true],
    ['inconnu~', 'inconnues', true],
    ['user * unknown', 'user joe unknown', true],
    ['user * unknown', 'user unknown', false],
    ['user ... unknown', 'user unknown', true],
    ['user ... unknown', 'user of this name unknown', true],
    ['user ... unknown', 'user of this very name unknown', false],
    ['(user|box) gone', 'box gone', true],
    ['user [is] gone', 'user gone', true],
    ['user [is] gone', 'user is gone', true],
    ['boîte', 'boite', true],
    ['überfüllt', 'ueberfuellt', true],
    ['überfüllt', 'uberfullt', true],
    ['größe', 'groesse', true],
    ['alıcı', 'alici', true],
    ["n'existe pas", 'n’existe pas', true],
    ['不存在', '该用户不存在。', true],
    ['a.b', 'acb', false],
    ['UNKNOWN', 'unknown', true],
    ['/{box} gone(?! to)/', 'the mailbox gone', true],
    ['/{box} gone(?! to)/', 'the mailbox gone to sea', false],
    ['/{user} gone/', 'user of in-box gone', true],
    ['/gone/', 'bygone', false],
    ['~/gone/', 'bygone', true],
  ])('"%s" in "%s": %s', (phrase, text, found) => {
    expect(finds(phrase, text)).toBe(found);
  });

  it.each(['a{1,99}', 'a+', '(a|(b))', '((a)', 'a\\b', 'a?', '^a', ''])('says what is wrong with "%s"', (phrase) => {
    expect(() => compilePhrase(phrase)).toThrow(`"${phrase}" has`);
  });

  it.each(['\\S+ gone', '(a|b)* gone', '\\S{2,} gone', '{nobody} gone'])('says what is wrong with /%s/', (pattern) => {
    expect(() => compilePhrase(`/${pattern}/`, NOUNS)).toThrow(`"${pattern}" has`);
  });
});

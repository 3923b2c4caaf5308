import { passwordFault } from './password-rules';

const fault = (password: string): string | null => passwordFault(password, 'jane.smith@garden-tools.test');

describe('the rules for passwords', () => {
  it.each(['short', '123456789', 'ninechars'])('asks for ten characters: %s', (password) => {
    expect(fault(password)).toMatch(/at least 10/);
  });

  it('counts characters, not their parts, and has an end', () => {
    expect(passwordFault('🌵'.repeat(9), 'a@b.test')).toMatch(/at least 10/);
    expect(fault('k3 Zu'.repeat(41))).toMatch(/at most 200/);
  });

  it.each([
    'aaaaaaaaaaaa',
    'abababababab',
    '1234567890',
    '0987654321',
    '12345678910',
    '1111122222',
    'qwertyuiop',
    'qwerty123456',
    'QWERTZUIOP',
    '1q2w3e4r5t',
    '1qaz2wsx3edc',
    'abcdefghij',
    'abcd123456',
    'password123',
    'Password123!',
    'P@ssw0rd2024',
    'passwordpassword',
    'p455w0rd!!!!',
    'iloveyou2024',
    'ILoveYou!!!!',
    'welcome2026!',
    'letmeinplease',
    'football2025',
    '!!!admin123!!!',
    'administrator',
    'changeme123',
    'superman1985',
    'correcthorsebatterystaple',
    'sunshine!sunshine',
    'helloworld1',
    '2000-01-01',
    '!@#$%^&*()',
    'passwort1234',
    'q1w2e3r4t5',
    'correcthorse',
    'rockyou123',
    'Sommer2026!',
    'contraseña1',
    'spongebob1',
    '4815162342',
    'usuckballz1',
    'manchester99',
  ])('refuses what everybody tries: %s', (password) => {
    expect(fault(password)).toMatch(/first that others would try/);
  });

  it.each(['jane.smith@garden-tools.test', 'jane.smith1', 'JaneSmith!2026', 'garden-tools', 'gardentools2026'])(
    "refuses what is made of the account's address: %s",
    (password) => {
      expect(fault(password)).toMatch(/e-mail address/);
    },
  );

  it.each([
    'violet kettle harbour',
    'x9Tq!mW2#vLp',
    'mein Hund bellt nachts',
    'Jane likes 3 red foxes',
    'пароль не угадать',
    'summer-of-odd-kettles',
    'tr0ub4dor&3xyz',
  ])('takes what is hard to guess: %s', (password) => {
    expect(fault(password)).toBeNull();
  });
});

/**
 * What common passwords are made of, in lower case and without the digits and signs that people put around it. Taken
 * together with the rules of `password-rules.ts` it refuses the long entries of the published lists of leaked passwords.
 */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  `abcdef access account admin administrator airplane alexander alexandra america amanda andrea andrew angel angela animal
  anthony apple arsenal asdf ashley august austin baby babygirl bailey banana barcelona baseball basketball batman bear
  beautiful beauty benjamin blessed bluebird bonjour boomer brandon buster butterfly california cameron captain carolina
  caroline carlos catherine changeme changeit changethis champion charlie charlotte cheese chelsea chester chicago chicken
  chocolate chris christian christine christmas christopher claudia coffee college company computer cookie correct
  corvette courtney cowboy creative crystal daniel danielle default demo diamond dolphin donald dragon eagle edward
  elephant elizabeth email eminem england estrella evolution facebook family fantasy fashion father ferrari fireball
  fishing flower florida football forever forgot france francisco freedom friday friend friends fuckoff fuckyou fuckyoupassword
  gabriel galaxy garfield george germany ginger giants giovanni goldfish google gordon government guest guitar hallo
  hallowelt hammer hannah happiness happy hardcore harley heather heaven hello helloworld hockey holiday hollywood home
  hotmail house hunter iceman idontknow iloveu iloveyou iloveyousomuch indigo internet isabella jackson jasmine jennifer
  jeremy jessica jesus jesuschrist jonathan jordan joseph joshua juventus karate killer kimberly kitten knight lakers
  lauren legend leonardo letmein letmeinnow letmeinplease liberty linkedin liverpool login lollipop london lovely
  loveyou lovers lucky madison madrid maggie magic mainframe manager manchester manchesterunited marina marlboro martin
  martina master matrix matthew maverick melissa mercedes merlin mexico michael michelle mickey microsoft midnight
  minecraft miracle monday monkey monster morgan mother motorola mountain mozart mustang myspace mypassword naruto
  natalie nathan newpassword newyork nicholas nicole nintendo nirvana nothing november october office oliver orange
  orlando pakistan panther paradise pass passcode passw password passwords passwordone passphrase patricia patrick peaches
  peanut pepper phoenix player please pokemon police porsche prince princesa princess private purple rabbit rachel
  rainbow raiders ranger realmadrid rebecca redsox remember richard robert rocket rockstar ronaldo root samantha samsung
  samurai savannah scooter scorpion scotland secret secretpassword secure security september service shadow shannon
  shopping silver simple slipknot smile snoopy soccer softball spartan spiderman spider spring star starwars steelers
  stephanie steven strawberry student summer sunflower sunshine superman superstar support sweetheart sweety swimming
  sydney system tamara target taylor teacher teddybear temporary tequila test tester testing testpassword thomas
  thunder tiger tigger tinkerbell today toyota travel trinity trouble trustno trustnoone twilight unicorn united
  universe unknown user vanessa victor victoria vincent volleyball wachtwoord warrior welcome welcomehome welcomeback
  whatever white william willow windows winner winter wizard wonderful wordpass xavier yankees yellow zxcvbn zaqxsw
  rockyou horse horses battery staple
  passwort motdepasse contrasena parola lozinka senha heslo salasana losenord adgangskode geheim schatz hallohallo
  teamo tequiero teamomucho mylove mylife iamthebest iloveme ilovegod correcthorsebatterystaple`.split(/\s+/),
);

/** Keys in the order in which lazy fingers meet them. */
export const KEY_RUNS: readonly string[] = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop[]asdfghjkl;zxcvbnm,./',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
  'zaqxswcdevfrbgtnhymjukilop',
  '1q2w3e4r5t6y7u8i9o0p',
  '!@#$%^&*()',
  '!"§$%&/()=',
  '147258369147',
];

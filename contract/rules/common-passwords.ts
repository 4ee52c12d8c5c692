// Passwords that everybody tries first. Most of the thousand most common ones are one of these words, alone or with a
// few digits, so the rule knows words instead of a list of spellings.

const WORDS = new Set(
  `password passwort passwd passcode pass passw qwerty qwertz azerty qwertyuiop qwertyui qwertyu asdfgh
  asdfghj asdfghjk asdfghjkl asdfasdf zxcvbn zxcvbnm qweasd qweasdzxc qazwsx qazwsxedc qwaszx mnbvcxz poiuytrewq lkjhgfdsa
  abcdef abcdefg abcdefgh abcabc admin administrator root user guest test tester testing temp demo default changeme
  login logon letmein welcome hello hallo bonjour hola secret access master system computer internet network server windows
  iloveyou iloveu loveyou loveme lovelove lovely lover lovers love mylove sweetheart honey babe baby babygirl babyboy darling
  princess princesa prince queen king angel angels diamond crystal jewel sunshine moonlight starlight rainbow butterfly flower flowers
  rose sunflower daisy lily cherry strawberry banana orange apple peach peaches pumpkin cookie cookies chocolate candy sugar cupcake
  cheese coffee pepper ginger butter peanut popcorn pizza burger bacon chicken taco nutella
  monkey dragon tiger tigers lion panther wolf eagle eagles falcon hawk phoenix shark dolphin dolphins whale penguin turtle rabbit
  bunny kitty kitten puppy doggy doggie horse horses pony unicorn elephant panda bear spider scorpion viper cobra buster bailey
  buddy charlie maggie molly lucky rocky shadow smokey simba tigger snoopy scooby garfield mickey minnie donald goofy
  football baseball basketball soccer softball hockey tennis golf golfer swimming volleyball lacrosse gymnast gymnastics cheer
  cheerleader cheerleading dance dancer dancing ballet athlete champion winner victory trophy yankees cowboys steelers
  packers raiders broncos patriots dodgers lakers celtics bulls giants redsox cubs braves rangers chelsea arsenal liverpool
  barcelona juventus manchester everton
  superman batman spiderman ironman wonderwoman hulk avengers marvel starwars startrek skywalker yoda vader pokemon pikachu naruto
  goku minecraft roblox fortnite nintendo playstation xbox zelda mario luigi sonic matrix gandalf hobbit frodo harrypotter hogwarts
  hermione merlin wizard warrior knight ninja samurai pirate viking vampire zombie monster ghost devil demon hunter killer slayer
  ranger soldier sniper gunner marine marines trooper captain general police fireman doctor nurse teacher student school college
  university freedom liberty justice peace america american usa canada mexico england london paris france italy germany russia china
  japan brazil spain india texas florida california colorado arizona montana dakota carolina georgia virginia michigan
  chicago dallas houston denver austin boston newyork brooklyn vegas lasvegas miami seattle hawaii alaska
  january february march april may june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday spring summer autumn fall winter holiday christmas halloween easter
  mustang corvette camaro ferrari porsche mercedes bmw audi honda toyota nissan yamaha suzuki kawasaki ducati harley chevy ford jeep
  michael michelle jennifer jessica ashley amanda samantha sarah nicole stephanie melissa elizabeth heather rachel lauren megan
  emily hannah madison olivia emma sophia isabella abigail ava mia chloe grace natalie victoria brittany courtney danielle
  kimberly tiffany vanessa veronica jasmine alexis alyssa taylor morgan jordan kayla brianna destiny savannah andrea angela patricia
  barbara sandra linda susan karen nancy betty helen donna carol ruth sharon laura monica claudia natasha maria anna julia
  daniel david james john robert william joseph thomas charles christopher matthew anthony mark steven andrew joshua kevin brian
  george edward ronald timothy jason jeffrey ryan jacob gary nicholas eric jonathan stephen larry justin scott brandon benjamin samuel
  gregory alexander alexandra patrick jack dennis jerry tyler aaron jose adam nathan henry zachary douglas peter kyle noah
  ethan jeremy walter christian keith roger terry austin sean gerald carl dylan arthur lawrence jesse bryan billy bruce gabriel logan
  antonio carlos miguel diego victor oscar oliver max sam alex chris mike steve dave matt nick tom tim jim joe bob dan ben
  jackson johnson williams smith miller wilson anderson martin thompson cooper parker murphy
  jesus christ heaven faith blessed trinity genesis church savior
  money cash dollar dollars million rich gold golden silver platinum ruby emerald casino poker
  music guitar piano drummer rock metal hiphop eminem metallica nirvana beatles slipknot
  blue red green black white yellow purple pink violet indigo turquoise
  happy lucky smile funny crazy cool awesome amazing perfect beautiful pretty sexy hottie cutie gorgeous
  family mother father mommy mom daddy dad brother sister grandma grandpa friend friends forever always together
  fuckyou fuckoff fuckme fuck shit bitch asshole bullshit biteme stupid loser whatever nothing trustnoone trustno nobody
  google facebook instagram youtube twitter amazon apple samsung android iphone nokia motorola linkedin adobe photoshop
  photo photos picture pictures camera album albums encore stage blink rush bond ncc thx jordan
  startup success power energy magic fantasy dream dreams dreamer destiny mystery secret hidden private online digital
  thunder lightning storm hurricane tornado blizzard fire water earth wind ocean river mountain forest island beach paradise
  galaxy universe planet jupiter mercury saturn venus apollo voyager discovery enterprise`
    .split(/\s+/)
    .filter(Boolean),
);

const LONG_RUN = 6;

/** Rows and columns of a keyboard, along which a finger runs. */
const RUNS = [
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
  'zaq12wsxcde34rfvbgt56yhn',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'a1b2c3d4e5f6g7h8',
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  '147258369',
  '741852963',
  '789456123',
  '159357456852',
].flatMap((run) => [run, [...run].reverse().join('')]);

const DISGUISES: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '!': 'i',
  '3': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '7': 't',
  '+': 't',
  '8': 'b',
};

export const PASSWORD_PROBLEMS = {
  common: /*i18n*/ 'That password is too easy to guess. Choose another one.',
  repeated: /*i18n*/ 'Don’t repeat the same character.',
  address: /*i18n*/ 'Don’t use your email address as your password.',
} as const;
export type PasswordProblem = keyof typeof PASSWORD_PROBLEMS;

/** Length is checked elsewhere. */
export function findPasswordProblem(password: string, email?: string): PasswordProblem | undefined {
  const plain = password.normalize('NFKC').toLowerCase().trim();
  if (new Set(plain).size <= 1) return 'repeated';
  if (email && isAddress(plain, email)) return 'address';
  return isCommon(plain) ? 'common' : undefined;
}

function isAddress(plain: string, email: string): boolean {
  const address = email.toLowerCase().trim();
  const [name = ''] = address.split('@');
  return (
    plain === address || plain === name || (name.length >= 4 && stripDigits(plain) === stripDigits(name))
  );
}

function isCommon(plain: string): boolean {
  if (RUNS.some((run) => run.includes(plain))) return true;
  const part = repeatedPart(plain);
  if (part !== undefined) return true;
  const core = stripDigits(plain);
  const word = undisguise(core);
  // "12345678", "1234qwer" and dates have no word in the middle, or a run beside digits.
  if (/^\d+$/.test(plain)) return new Set(plain).size <= 4 || isCount(plain);
  const halves = plain.match(/^(\d+)([a-z]+)$|^([a-z]+)(\d+)$/);
  const letters = halves?.[2] ?? halves?.[3] ?? '';
  const digits = halves?.[1] ?? halves?.[4] ?? '';
  // A short run is common only beside a count: "abcd1234" is, "abcde12" and "qwer8305" are not.
  const isLong = letters.length >= LONG_RUN || (letters.length >= 3 && digits.length >= 3 && isCount(digits));
  const isRun = isLong && RUNS.some((run) => run.includes(letters));
  return WORDS.has(core) || WORDS.has(word) || WORDS.has(repeatedPart(word) ?? '') || isRun;
}

/** Digits that count up or down, also in pieces: 12345678, 87654321, 123454321, 11223344. */
function isCount(plain: string): boolean {
  const digits = plain.replace(/\D/g, '').replace(/(\d)\1+/g, '$1');
  return [...digits].every(
    (digit, i) => i === 0 || [1, 9].includes(Math.abs(Number(digit) - Number(digits[i - 1]))),
  );
}

/** Returns what a text repeats: "abcabc" is "abc" twice. */
function repeatedPart(text: string): string | undefined {
  return /^(.{1,6}?)\1+$/.exec(text)?.[1];
}

/** People put digits around a word; signs or more digits make a password less common. */
function stripDigits(text: string): string {
  return text.replace(/^\d{1,4}(?!\d)|(?<!\d)\d{1,4}$/g, '');
}

function undisguise(text: string): string {
  return [...text].map((character) => DISGUISES[character] ?? character).join('');
}

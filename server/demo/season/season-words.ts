export type Talk = { from: 'customer' | 'staff'; text: string; minutesLater: number }[];

const asked = (text: string): Talk[number] => ({ from: 'customer', text, minutesLater: 0 });
const then = (from: 'customer' | 'staff', text: string, minutesLater: number): Talk[number] => ({
  from,
  text,
  minutesLater,
});

/** Conversations that were answered, in the words of parents and of the staff. */
export const ANSWERED_TALKS: readonly Talk[] = [
  [
    asked(
      'Hi! We bought the album last night but I only see the small pictures. Where do I get the big ones?',
    ),
    then('staff', 'Hi! Open My Albums and press Download. You get every photo in full size in one file.', 34),
    then('customer', 'Found it, thank you so much!', 51),
  ],
  [
    asked('Is it possible to get an invoice with our gym’s name on it? Our booster club pays for it.'),
    then(
      'staff',
      'The receipt is under My Orders. Send me the name and I will add a note for your club.',
      95,
    ),
    then('customer', 'The receipt is all we need then. Thanks!', 130),
  ],
  [
    asked('My daughter’s team is listed in the wrong division. They moved up a level this season.'),
    then('staff', 'Thanks for telling us. We corrected the division, and your saved team still works.', 180),
  ],
  [
    asked('I used up all of my views just by showing the album to grandma. Can I get a few more?'),
    then('staff', 'Of course. I gave you your views back. Have fun looking!', 22),
    then('customer', 'You are the best!', 26),
  ],
  [
    asked('Do you keep the photos of older events? I missed ours because we were moving.'),
    then('staff', 'They are still there. Search for your team and pick the event.', 240),
    then('customer', 'Just bought it. Thank you!', 1_500),
  ],
  [
    asked('Two parents of our team paid for the same album. Can we turn it into a shared order?'),
    then(
      'staff',
      'A paid order cannot be shared afterwards, but I can refund one of the two. Which one?',
      60,
    ),
    then('customer', 'Mine please, the other family was first.', 75),
    then('staff', 'Done. The money is back on your card within a few days.', 110),
  ],
  [
    asked('The coupon from our coach says it has expired, but the flyer says end of the month?'),
    then('staff', 'You are right, that was our mistake. It works again now.', 45),
  ],
  [
    asked('Can I print these at a drugstore, or do I need a license?'),
    then('staff', 'Print as many as you like for your family and friends. That is part of the purchase.', 15),
  ],
];

/** Conversations that still wait for an answer. */
export const OPEN_TALKS: readonly Talk[] = [
  [asked('Hello, our second routine from Saturday has no album yet. Will it still come?')],
  [asked('My card was charged twice? I see two lines for the same amount in my bank app.')],
  [
    asked('Which photographer was at stage B? The pictures are gorgeous and we would love to thank them.'),
    then('staff', 'That is so kind! I will ask the crew and come back to you.', 50),
    then('customer', 'Great, thank you! Also, do you take team pictures for gyms?', 400),
  ],
  [asked('Can you remove one photo from the album? My son does not like how he looks in it.')],
  [
    asked(
      'I joined the shared order but it ends tomorrow and we are still missing two families. Can you extend it?',
    ),
  ],
  [asked('We bought single photos first. If I buy the whole album now, do I get that money back?')],
];

export const BUGS: readonly { text: string; page: string; browser: string; errors: string[] }[] = [
  {
    text: 'The photos jump when I turn my phone sideways.',
    page: '/user-album',
    browser: 'Mobile Safari 26.1 on iPhone',
    errors: [],
  },
  {
    text: 'The download stopped at 80 percent on our home network. The second try worked.',
    page: '/MyAlbums',
    browser: 'Chrome 142 on Windows',
    errors: ['TypeError: network error'],
  },
];

export type ReportWords = { type: 'privacy' | 'quality' | 'wrong_album' | 'other'; memo: string };

export const REPORT_WORDS: readonly ReportWords[] = [
  { type: 'privacy', memo: 'My daughter is in the background of this one. Please take it down.' },
  { type: 'wrong_album', memo: 'This is the team that performed right after us.' },
  { type: 'quality', memo: 'This photo is out of focus.' },
  { type: 'other', memo: 'The name on the banner belongs to another gym.' },
  { type: 'privacy', memo: 'We do not want pictures of our son online.' },
  { type: 'wrong_album', memo: 'These are not our uniforms. I think it is the senior team.' },
  { type: 'quality', memo: 'Somebody walks through the picture.' },
];

export const REFUND_MEMOS: readonly string[] = [
  'Bought the album of the wrong team',
  'Two family members bought the same album',
  'Expected prints, not files',
  'Athlete was sick and did not perform',
  'Asked within a day, not downloaded',
];

export const USER_NOTES: readonly string[] = [
  'Coach of the team. Often asks for group pictures.',
  'Booster club pays, wants the receipt by e-mail.',
  'Called twice about the shared order. Very friendly.',
];

export const GIFT_MESSAGE = 'For your scrapbook, with love from all of us!';

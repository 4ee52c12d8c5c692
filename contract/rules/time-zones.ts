// The time zone of a place in the United States, by its state and, where a state has two, by its city.

/** Zones that staff choose most, by the name people use. */
export const US_ZONES = {
  'America/New_York': 'Eastern Time',
  'America/Chicago': 'Central Time',
  'America/Denver': 'Mountain Time',
  'America/Phoenix': 'Arizona Time',
  'America/Los_Angeles': 'Pacific Time',
  'America/Anchorage': 'Alaska Time',
  'Pacific/Honolulu': 'Hawaii Time',
} as const;
type UsZone = keyof typeof US_ZONES;

/** A state that has two zones stands with the one of most of its people. */
const STATES: Record<UsZone, string> = {
  'America/New_York': `CT Connecticut, DE Delaware, DC District of Columbia, FL Florida, GA Georgia, IN Indiana,
    KY Kentucky, ME Maine, MD Maryland, MA Massachusetts, MI Michigan, NH New Hampshire, NJ New Jersey, NY New York,
    NC North Carolina, OH Ohio, PA Pennsylvania, RI Rhode Island, SC South Carolina, VT Vermont, VA Virginia,
    WV West Virginia`,
  'America/Chicago': `AL Alabama, AR Arkansas, IL Illinois, IA Iowa, KS Kansas, LA Louisiana, MN Minnesota,
    MS Mississippi, MO Missouri, NE Nebraska, ND North Dakota, OK Oklahoma, SD South Dakota, TN Tennessee, TX Texas,
    WI Wisconsin`,
  'America/Denver': 'CO Colorado, ID Idaho, MT Montana, NM New Mexico, UT Utah, WY Wyoming',
  'America/Phoenix': 'AZ Arizona',
  'America/Los_Angeles': 'CA California, NV Nevada, OR Oregon, WA Washington',
  'America/Anchorage': 'AK Alaska',
  'Pacific/Honolulu': 'HI Hawaii',
};

/** Cities with an arena or school in the smaller part of a state with two zones. */
const OTHER_CITIES: Record<string, readonly [UsZone, string]> = {
  FL: [
    'America/Chicago',
    'Pensacola, Panama City, Panama City Beach, Fort Walton Beach, Destin, Crestview, Niceville, Gulf Breeze, Navarre, Milton, Marianna',
  ],
  IN: [
    'America/Chicago',
    'Gary, Hammond, Merrillville, Valparaiso, Michigan City, East Chicago, Crown Point, Portage, Schererville, La Porte, Evansville, Princeton, Tell City',
  ],
  KY: [
    'America/Chicago',
    'Bowling Green, Owensboro, Paducah, Hopkinsville, Henderson, Madisonville, Murray, Mayfield, Glasgow, Russellville',
  ],
  MI: ['America/Chicago', 'Iron Mountain, Ironwood, Kingsford, Menominee'],
  TN: [
    'America/New_York',
    'Knoxville, Chattanooga, Gatlinburg, Pigeon Forge, Sevierville, Johnson City, Kingsport, Bristol, Maryville, Oak Ridge, Cleveland, Morristown, Athens, Greeneville',
  ],
  KS: ['America/Denver', 'Goodland, Tribune, Syracuse, Sharon Springs'],
  NE: ['America/Denver', 'Scottsbluff, Gering, Alliance, Sidney, Chadron, Ogallala, Kimball'],
  ND: ['America/Denver', 'Dickinson, Medora, Bowman, Hettinger'],
  SD: [
    'America/Denver',
    'Rapid City, Box Elder, Sturgis, Spearfish, Deadwood, Custer, Hot Springs, Belle Fourche',
  ],
  TX: ['America/Denver', 'El Paso, Socorro, Horizon City'],
  ID: ['America/Los_Angeles', 'Coeur d’Alene, Post Falls, Hayden, Sandpoint, Moscow, Lewiston'],
  OR: ['America/Denver', 'Ontario, Nyssa, Vale'],
  NV: ['America/Denver', 'West Wendover'],
};

const plain = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');
const split = (names: string) => names.split(',').map((name) => name.trim());

export const US_STATES = (Object.entries(STATES) as [UsZone, string][])
  .flatMap(([zone, states]) =>
    split(states).map((state) => ({ code: state.slice(0, 2), name: state.slice(3), zone })),
  )
  .toSorted((a, b) => (a.name < b.name ? -1 : 1));

/** Undefined outside the United States and while no state is typed. */
export function timeZoneOf({ city, state }: { city: string; state: string }): string | undefined {
  const found = US_STATES.find(({ code, name }) => [code, name].some((one) => plain(one) === plain(state)));
  const [otherZone, cities] = OTHER_CITIES[found?.code ?? ''] ?? [];
  if (cities && split(cities).some((name) => plain(name) === plain(city))) return otherZone;
  return found?.zone;
}

/** "Central Time", or the name and place of a zone elsewhere. */
export function timeZoneName(timeZone: string): string {
  if (timeZone in US_ZONES) return US_ZONES[timeZone as UsZone];
  const place = timeZone.split('/').at(-1)?.replaceAll('_', ' ');
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' }).formatToParts();
  return `${parts.find(({ type }) => type === 'timeZoneName')?.value} (${place})`;
}

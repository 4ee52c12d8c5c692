import type { Discipline, Palette } from '#server/demo/palettes.ts';

export type DemoBrand = {
  key: string;
  name: string;
  producerName: string;
};

export type DemoPricing = {
  sharePriceCents: number;
  imagePriceCents: number | null;
};

export type DemoEvent = {
  key: string;
  brandKey: string;
  name: string;
  /** The season is written like '2026-27'. */
  season: string;
  venueName: string;
  city: string;
  state: string;
  timeZone: string;
  utcOffsetMinutes: number;
  /** The local date at the venue is written as YYYY-MM-DD. */
  startDate: string;
  archived: boolean;
  /** The albums of a future event are a running order without photos. */
  isPhotographed: boolean;
  /** The site's default price applies when the list is empty. */
  pricings: DemoPricing[];
};

export type DemoTeam = {
  key: string;
  programName: string;
  teamName: string;
  discipline: Discipline;
  palette: Palette;
  divisionBySeason: Record<string, string>;
};

export type DemoAlbum = {
  key: string;
  eventKey: string;
  teamKey: string;
  programName: string;
  teamName: string;
  divisionName: string;
  performanceOrder: number;
  plannedAt: Date;
  discipline: Discipline;
  palette: Palette;
};

export type DemoTeamSearch = {
  programName: string;
  teamName: string;
  divisionName: string;
};

export type DemoCustomerRole = 'super' | 'analyst' | 'customer_support' | 'authenticated';

export type DemoCustomer = {
  key: string;
  email: string;
  firstName: string;
  lastName: string;
  role: DemoCustomerRole;
  birthDate: string;
  country: string;
  city: string;
  state: string;
  zipCode: string;
  teamSearches: DemoTeamSearch[];
};

export type DemoData = {
  brands: DemoBrand[];
  events: DemoEvent[];
  teams: DemoTeam[];
  albums: DemoAlbum[];
  customers: DemoCustomer[];
};

import { test as base } from '@playwright/test';

export { expect } from '@playwright/test';

type Automatic = { closeOtherPeople: undefined };

/** Closes the pages of other people after each journey, because open pages keep listening to the server. */
export const test = base.extend<Automatic>({
  closeOtherPeople: [
    async ({ browser, context }, use) => {
      await use(undefined);
      const others = browser.contexts().filter((other) => other !== context);
      // Playwright takes a screenshot of every page that is still open when its context closes.
      await Promise.all(others.flatMap((other) => other.pages()).map((page) => page.close()));
      await Promise.all(others.map((other) => other.close()));
    },
    { auto: true },
  ],
});

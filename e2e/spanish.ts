import { expect, type Page } from '@playwright/test';
import spanish from '#contract/messages/es.json' with { type: 'json' };

/** Whole messages that differ in Spanish; those with values are found by the words below. */
const ENGLISH = new Set(
  Object.entries(spanish as Record<string, string>)
    .filter(([english, translation]) => english !== translation && !/[{<]/.test(english))
    .map(([english]) => english),
);

/** Words that no Spanish sentence has, and no name in the demo data. */
const ENGLISH_WORDS =
  /\b(the|you|your|and|this|these|with|from|of|we|our|are|is|not|when|photos|left|views)\b/i;

/** The text that a person reads or hears on the page right now. */
async function readTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts: string[] = [];
    const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement;
      if (parent && !parent.closest('script, style, noscript, [lang="en"]') && isShown(parent)) {
        texts.push(walker.currentNode.textContent ?? '');
      }
    }
    for (const element of document.body.querySelectorAll(
      '[aria-label], [aria-roledescription], [placeholder], [title], [alt]',
    )) {
      if (!isShown(element)) continue;
      for (const name of ['aria-label', 'aria-roledescription', 'placeholder', 'title', 'alt']) {
        texts.push(element.getAttribute(name) ?? '');
      }
    }
    return [...texts, document.title].map((text) => text.replace(/\s+/g, ' ').trim()).filter(Boolean);
  });
}

/** Fails if anything outside of `names` is in English. */
export async function expectSpanish(page: Page, names: readonly string[] = []): Promise<void> {
  const isEnglish = (text: string) => {
    const rest = names.reduce((left, name) => left.replaceAll(name, ''), text);
    return ENGLISH.has(rest) || ENGLISH_WORDS.test(rest);
  };
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(async () => {
    const english = [...new Set(await readTexts(page))].filter(isEnglish);
    expect(english, `${page.url()} is in Spanish`).toEqual([]);
  }).toPass({ timeout: 10_000 });
}

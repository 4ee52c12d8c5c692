// @vitest-environment jsdom
import { globSync, readFileSync } from 'node:fs';
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Trans } from './trans.tsx';

test('tags become elements, also inside each other', () => {
  const { container } = render(
    <Trans
      id="<b>{used} of <i>{allowed}</i></b> views, <i>really</i>"
      values={{ used: 2, allowed: 10 }}
      components={{ b: <b className="x" />, i: <i /> }}
    />,
  );
  expect(container.innerHTML).toBe('<b class="x">2 of <i>10</i></b> views, <i>really</i>');
});

test('every file imports it by the name that the extractor knows', () => {
  const others = globSync('web/**/*.tsx').filter(
    (file) => !file.includes('.test.') && /from '\.[^']*\/trans\.tsx'/.test(readFileSync(file, 'utf8')),
  );
  expect(others).toEqual([]);
});

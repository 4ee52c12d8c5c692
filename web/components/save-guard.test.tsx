// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { ApiError } from '#web/lib/api-error.ts';
import { openSession } from '#web/lib/session.ts';
import { fieldProps } from '#web/lib/use-contract-form.ts';
import { useSavedForm } from '#web/lib/use-saved-form.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { renderPart } from '#web/testing/render-part.tsx';
import { TextField } from './form.tsx';
import { FormSheet } from './form-sheet.tsx';

type Gym = { name: string; city: string; price: number; version: number };
type Change = Partial<Gym>;

/** What the server has; a save of a field that is newer than its version is refused as the server would. */
let stored: Gym;
let changedAt: Record<string, number>;
let sent: Change[];
const onClose = vi.fn();

const schema = z.object({ name: z.string().min(1), city: z.string(), price: z.number() });

async function put({ version = 0, ...change }: Change): Promise<Gym> {
  sent.push({ ...change, version });
  const taken = Object.keys(change).filter((field) => (changedAt[field] ?? 0) > version);
  if (taken.length > 0) {
    const changes = taken.map((field) => ({
      field,
      theirs: '',
      by: 'Ben Ortiz',
      at: '2026-11-18T15:42:00Z',
    }));
    throw new ApiError({ status: 409, code: 'changed_meanwhile', message: 'Changed', details: { changes } });
  }
  return colleagueSaves(change);
}

function colleagueSaves(change: Change): Gym {
  stored = { ...stored, ...change, version: stored.version + 1 };
  for (const field of Object.keys(change)) changedAt[field] = stored.version;
  return stored;
}

function GymSheet({ gym }: { gym: Gym }) {
  const { form, save } = useSavedForm({
    schema,
    saved: gym,
    toValues: (read = gym) => ({ name: read.name, city: read.city, price: String(read.price) }),
    toBody: ({ price, ...rest }) => ({ ...rest, price: Number(price) }),
    send: ({ changes, version }) => put({ ...changes, version }),
    reload: async () => stored,
    onSaved: onClose,
  });
  return (
    <FormSheet
      title="Edit gym"
      submitLabel="Save gym"
      isBusy={save.isPending}
      failure={save.failure}
      onSubmit={save.submit}
      onClose={onClose}
      guard={save}
    >
      <TextField {...fieldProps(form, 'name')} label="Gym name" />
      <TextField {...fieldProps(form, 'city')} label="City" optional />
      <TextField {...fieldProps(form, 'price')} label="Price" />
    </FormSheet>
  );
}

async function open() {
  renderPart(<GymSheet gym={stored} />);
  await screen.findByRole('dialog', { name: 'Edit gym' });
}

const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: RegExp, value: string) => fireEvent.change(field(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

beforeEach(() => {
  stored = { name: 'Elan', city: 'Reno', price: 5, version: 3 };
  changedAt = {};
  sent = [];
  onClose.mockClear();
  openSession({ jwt: 'token-1', user: buildUser({ type: 'super', name: 'Ana Diaz' }) });
});

test('only what changed is sent, and what a colleague saved in other fields stays', async () => {
  await open();
  colleagueSaves({ city: 'Sparks' });
  type(/Price/, '7');
  press('Save gym');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toEqual([{ price: 7, version: 3 }]);
  expect(stored).toEqual({ name: 'Elan', city: 'Sparks', price: 7, version: 5 });
});

test('a conflict shows both values with who and when, and keeping mine saves it', async () => {
  await open();
  colleagueSaves({ city: 'Sparks', name: 'Élan' });
  type(/City/, 'Austin');
  type(/Price/, '7');
  press('Save gym');
  const dialog = await screen.findByRole('alertdialog', { name: 'Ben Ortiz also changed this' });
  expect(dialog.textContent).toContain('City');
  expect(dialog.textContent).toMatch(/Nov 18, 2026.*Yours.*Austin.*Ben Ortiz.*Sparks/);
  expect(dialog.textContent).not.toContain('Price');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Keep mine' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent.at(-1)).toEqual({ city: 'Austin', price: 7, version: 4 });
  expect(stored).toMatchObject({ name: 'Élan', city: 'Austin', price: 7 });
});

test('a conflict of two windows of one person names the windows', async () => {
  openSession({ jwt: 'token-1', user: buildUser({ type: 'super', name: 'Ben Ortiz' }) });
  await open();
  colleagueSaves({ city: 'Sparks' });
  type(/City/, 'Austin');
  press('Save gym');
  const dialog = await screen.findByRole('alertdialog', { name: 'You also changed this in another window' });
  expect(dialog.textContent).toMatch(/This window.*Austin.*Other window.*Sparks.*Keep other.*Keep this/);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Keep other' }));
  await waitFor(() => expect(field(/City/).value).toBe('Sparks'));
});

test('keeping theirs takes it into the form and leaves my other changes there', async () => {
  await open();
  colleagueSaves({ city: 'Sparks', name: 'Élan' });
  type(/City/, 'Austin');
  type(/Price/, '7');
  press('Save gym');
  const dialog = await screen.findByRole('alertdialog');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Keep theirs' }));
  await waitFor(() => expect(field(/City/).value).toBe('Sparks'));
  expect([field(/Gym name/).value, field(/Price/).value]).toEqual(['Élan', '7']);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  press('Save gym');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent.at(-1)).toEqual({ price: 7, version: 4 });
});

test('a sheet with unsaved changes asks before it closes, one without does not', async () => {
  await open();
  type(/City/, 'Austin');
  press('Cancel');
  const question = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
  fireEvent.click(within(question).getByRole('button', { name: 'Stay' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(field(/City/).value).toBe('Austin');
  expect(onClose).not.toHaveBeenCalled();
  type(/City/, 'Reno');
  press('Cancel');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
});

import { fireEvent, screen } from '@testing-library/react';
import type { answerCalls } from './answers.ts';

/** The sandbox gives out a token for a typed card, and another kind for the test wallet. */
export function answerSandbox(fetches: ReturnType<typeof answerCalls>): void {
  const others = fetches.getMockImplementation();
  fetches.mockImplementation(async (input, init) =>
    String(input).startsWith('/sandbox/v1/')
      ? Response.json({ id: String(input).endsWith('confirmation_tokens') ? 'ctoken_1' : 'pm_1' })
      : (others?.(input, init) as Promise<Response>),
  );
}

export function typeCard(): void {
  const type = (name: string, value: string) =>
    fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
  type('Card number', '4242424242424242');
  type('Expires', '12 / 40');
  type('Security code', '123');
}

// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { operationEndpoints } from '#contract/endpoints/operations.ts';
import type { Role } from '#contract/rules/permissions.ts';
import { openSession } from '#web/lib/session.ts';
import { answer, answerCalls } from '#web/testing/answers.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { giveElementsASize } from '#web/testing/element-sizes.ts';
import { renderAt } from '#web/testing/render-at.tsx';
import { FailedJobsCard } from './failed-jobs-card.tsx';

beforeEach(giveElementsASize);

const JOB = {
  id: '0197a8d2-0000-7000-8000-000000000001',
  name: 'notifications.mail',
  payload: {},
  error: '550 no mailbox',
  attempts: 5,
  created_at: '2026-03-05T10:00:00Z',
  failed_at: '2026-03-05T11:00:00Z',
};

const show = (type: Role) => {
  answerCalls(answer(operationEndpoints.failedJobs, [JOB]));
  openSession({ jwt: 'token-1', user: buildUser({ type }) });
  return renderAt('/jobs', <FailedJobsCard />);
};

test('an administrator can retry or discard a failed job', async () => {
  await show('super');
  expect(await screen.findByRole('button', { name: 'Retry' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Discard' })).toBeTruthy();
  expect(screen.getByRole('checkbox', { name: /notifications\.mail/ })).toBeTruthy();
});

test('other staff read why a job failed and that an administrator can retry it', async () => {
  await show('customer_support');
  expect(await screen.findByText('550 no mailbox')).toBeTruthy();
  expect(screen.getByText(/An administrator can retry it/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Retry|Discard/ })).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

import { emailAddressEndpoints, type SentCode } from '#contract/endpoints/email-addresses.ts';
import { Button } from '#web/components/button.tsx';
import { Form, FormButtons } from '#web/components/form.tsx';
import { callApi } from '#web/lib/api.ts';
import { i18n } from '#web/lib/i18n.ts';
import { keepUser } from '#web/lib/session.ts';
import { MailedCodeForm, useMailedCode } from './code-field.tsx';
import { EmailField, useEmailForm } from './email-form.tsx';

/** Accounts created by phone number have no email address yet. */
export function AddAddress() {
  const add = useEmailForm((email) => callApi(emailAddressEndpoints.addEmail, { body: { email } }));
  if (add.data) return <NewAddressCode sent={add.data} onDone={add.reset} />;
  return (
    <Form failure={add.failure} action={add.submit}>
      <EmailField {...add.field} hint={i18n.t('We’ll send your receipts and downloads here.')} />
      <Button type="submit" isBusy={add.isPending} className="justify-self-start">
        {i18n.t('Email me a code')}
      </Button>
    </Form>
  );
}

export function NewAddressCode({ sent, onDone }: { sent: SentCode; onDone: () => void }) {
  const code = useMailedCode(async (typed) => {
    keepUser(await callApi(emailAddressEndpoints.checkNewEmail, { body: { code: typed } }));
    onDone();
  });
  return (
    <MailedCodeForm
      code={code}
      sentence={/*i18n*/ 'We emailed six digits to <b>{email}</b>. Enter them to switch to this address.'}
      email={sent.to}
      shownCode={sent.code}
      className="grid gap-4 sm:max-w-[420px]"
    >
      <FormButtons
        submitLabel={i18n.t('Use this address')}
        disabled={!code.isComplete}
        isBusy={code.isPending}
        onCancel={onDone}
      />
    </MailedCodeForm>
  );
}

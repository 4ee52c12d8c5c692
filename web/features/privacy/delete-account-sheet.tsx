import { useMutation } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { useState } from 'react';
import { deletionConsent, privacyEndpoints } from '#contract/endpoints/privacy.ts';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { PasswordField, TextField } from '#web/components/form.tsx';
import { FormSheet } from '#web/components/form-sheet.tsx';
import { callApi } from '#web/lib/api.ts';
import { isApiError, messageOf } from '#web/lib/api-error.ts';
import { i18n } from '#web/lib/i18n.ts';
import { closeSession, useUser } from '#web/lib/session.ts';
import { sayGoodbye } from '#web/lib/shell-state.ts';
import { forgetStoredFor } from '#web/lib/storage.ts';
import { fieldProps, showFieldError, useContractForm, useFormMutation } from '#web/lib/use-contract-form.ts';

type Means = 'password' | 'code';

/** Asks twice: the sheet says what happens and takes the password, the dialog is the last chance to turn back. */
export function DeleteAccountSheet({ onClose }: { onClose: () => void }) {
  const user = useUser();
  const [means, setMeans] = useState<Means>('password');
  const [isSure, setIsSure] = useState(false);
  const form = useContractForm({
    schema: deletionConsent,
    defaultValues: { password: '', code: '' },
    toBody: ({ password, code }) => (means === 'password' ? { password } : { code }),
  });
  const remove = useFormMutation(form, {
    send: (body) => callApi(privacyEndpoints.deleteMe, { body }),
    onSuccess: () => {
      forgetStoredFor(user.id);
      sayGoodbye();
      closeSession();
    },
    onError: (error) => {
      setIsSure(false);
      if (!isApiError(error)) return false;
      if (error.code === 'password_wrong')
        return showFieldError(form, 'password', i18n.t('That’s not your password.'));
      return error.code === 'code_invalid' && showFieldError(form, 'code', error.message);
    },
  });
  const sendCode = useMutation({
    mutationFn: () => callApi(privacyEndpoints.sendDeletionCode, { body: {} }),
    onSuccess: () => setMeans('code'),
  });
  return (
    <>
      <FormSheet
        title={i18n.t('Delete your account?')}
        description={i18n.t('This happens right away, and we can’t undo it.')}
        submitLabel={i18n.t('Delete account')}
        isBusy={remove.isPending}
        failure={remove.failure ?? (sendCode.isError ? messageOf(sendCode.error) : undefined)}
        onSubmit={form.handleSubmit(() => setIsSure(true))}
        onClose={onClose}
      >
        <Consequences />
        {means === 'password' ? (
          <PasswordField
            {...fieldProps(form, 'password')}
            label={i18n.t('Your password')}
            autoComplete="current-password"
          />
        ) : (
          <TextField
            {...fieldProps(form, 'code')}
            label={i18n.t('Code')}
            hint={i18n.t('We sent six digits to {address}.', { address: sendCode.data?.to ?? user.email })}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
          />
        )}
        <p className="text-15 text-ink-2">
          {means === 'password' ? i18n.t('No password, or forgot it?') : i18n.t('Didn’t get it?')}{' '}
          <button
            type="button"
            className="min-h-11 font-semibold text-ink underline underline-offset-4 desk:min-h-0"
            aria-disabled={sendCode.isPending || undefined}
            onClick={() => sendCode.isPending || sendCode.mutate()}
          >
            {means === 'password' ? i18n.t('Send me a code') : i18n.t('Send a new code')}
          </button>
        </p>
      </FormSheet>
      {isSure && (
        <ConfirmDialog
          title={i18n.t('Delete everything now?')}
          sentence={i18n.t('Your account ({address}) and everything in it will be gone for good.', {
            address: user.email || (user.phone_number ?? ''),
          })}
          confirmLabel={i18n.t('Delete everything')}
          cancelLabel={i18n.t('Keep my account')}
          isBusy={remove.isPending}
          onConfirm={() => void remove.submit()}
          onCancel={() => setIsSure(false)}
        />
      )}
    </>
  );
}

const DELETED = [
  /*i18n*/ 'Your name, email, phone number, password and cards',
  /*i18n*/ 'Your athletes, the photos you added of them and the face data',
  /*i18n*/ 'Your teams, albums you opened, invitations and chats',
  /*i18n*/ 'The albums and photos you bought. Download them first',
  /*i18n*/ 'Unpaid orders. Group orders you started end for everyone, and no card is charged',
];
const KEPT = [
  /*i18n*/ 'Your past orders in our books, as “Deleted account”',
  /*i18n*/ 'Photos you reported, without your name or your words',
  /*i18n*/ 'For 7 days, a code made from your email, in case this wasn’t you',
];

function Consequences() {
  return (
    <div className="grid gap-4 rounded-card bg-sunk p-4">
      <List
        title={i18n.t('What we delete')}
        items={DELETED}
        icon={<X size={18} className="mt-0.5 flex-none text-bad" />}
      />
      <List
        title={i18n.t('What stays, without your name')}
        items={KEPT}
        icon={<Check size={18} className="mt-0.5 flex-none text-ink-2" />}
      />
    </div>
  );
}

function List({ title, items, icon }: { title: string; items: string[]; icon: React.ReactNode }) {
  return (
    <section className="grid gap-2">
      <h3 className="text-15 font-bold">{title}</h3>
      <ul className="grid gap-1.5 text-15 text-ink-2">
        {items.map((item) => (
          <li key={item} className="flex gap-2">
            {icon}
            {i18n.t(item)}
          </li>
        ))}
      </ul>
    </section>
  );
}

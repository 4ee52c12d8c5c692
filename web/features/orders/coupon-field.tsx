import { useMutation } from '@tanstack/react-query';
import { Tag, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { COUPON_CODE_PROBLEM, readCouponCode } from '#contract/rules/orders.ts';
import { Button } from '#web/components/button.tsx';
import { Form, TextField } from '#web/components/form.tsx';
import { Trans } from '#web/components/trans.tsx';
import { messageOf } from '#web/lib/api-error.ts';
import { i18n } from '#web/lib/i18n.ts';

type CouponFieldProps = {
  code: string | null | undefined;
  onApply: (code: string) => Promise<unknown>;
  onRemove: () => unknown;
};

export function CouponField({ code, onApply, onRemove }: CouponFieldProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const change = useMutation({
    mutationFn: async (next: string | null) => void (await (next === null ? onRemove() : onApply(next))),
    onSuccess: () => {
      setIsOpen(false);
      setText('');
    },
    onError: (error) => setProblem(messageOf(error)),
  });
  const submit = (event: FormEvent) => {
    event.stopPropagation();
    if (change.isPending) return;
    const typed = readCouponCode(text);
    setProblem(typed === undefined ? i18n.t(COUPON_CODE_PROBLEM) : undefined);
    if (typed !== undefined) change.mutate(typed);
  };
  if (code) {
    return (
      <p className="flex min-h-11 items-center gap-2 text-15">
        <Tag size={18} strokeWidth={1.8} className="flex-none" />
        <span className="min-w-0 truncate">
          <Trans id="Code <b>{code}</b>" values={{ code }} components={{ b: <b /> }} />
        </span>
        <Button
          icon={X}
          kind="ghost"
          size="small"
          isBusy={change.isPending}
          onClick={() => change.mutate(null)}
          aria-label={i18n.t('Remove code {code}', { code })}
          className="-mr-3 ml-auto"
        >
          {i18n.t('Remove')}
        </Button>
      </p>
    );
  }
  if (!isOpen) {
    return (
      <Button
        icon={Tag}
        kind="ghost"
        className="-ml-3 justify-self-start px-3!"
        onClick={() => setIsOpen(true)}
      >
        {i18n.t('Have a code?')}
      </Button>
    );
  }
  return (
    <Form onSubmit={submit} className="flex scroll-mb-6 items-start gap-2">
      <div className="min-w-0 flex-1">
        <TextField
          label={i18n.t('Code')}
          value={text}
          maxLength={60}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          autoFocus
          onChange={(event) => {
            setText(event.target.value);
            setProblem(undefined);
          }}
          error={problem}
        />
      </div>
      <Button type="submit" kind="line" isBusy={change.isPending} className="mt-[27px] h-[52px]!">
        {i18n.t('Apply')}
      </Button>
    </Form>
  );
}

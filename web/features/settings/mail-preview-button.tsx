import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Button } from '#web/components/button.tsx';
import { MailPreviewSheet, type MailTexts } from './mail-preview-sheet.tsx';
import type { SettingControl } from './setting-fields.ts';
import { SETTING_GROUPS, type SettingKey } from './setting-groups.ts';

const MAIL_KEYS: SettingKey[] = [
  'site_name',
  ...SETTING_GROUPS.filter(({ id }) => id === 'mail').flatMap(({ fields }) => fields.map(({ key }) => key)),
];

export function MailPreviewButton({ control }: { control: SettingControl }) {
  const [isOpen, setIsOpen] = useState(false);
  const typed = useWatch({ control, name: MAIL_KEYS });
  const texts = Object.fromEntries(MAIL_KEYS.map((key, index) => [key, typed[index]])) as MailTexts;
  return (
    <>
      <Button kind="line" size="small" onClick={() => setIsOpen(true)}>
        Preview e-mail
      </Button>
      {isOpen && <MailPreviewSheet texts={texts} onClose={() => setIsOpen(false)} />}
    </>
  );
}

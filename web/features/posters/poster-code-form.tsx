import { useState } from 'react';
import { readPosterCode } from '#contract/rules/albums.ts';
import { Button } from '#web/components/button.tsx';
import { Form, TextField } from '#web/components/form.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { paths, useNavigate } from '#web/lib/navigation.tsx';

export function PosterCodeForm() {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const submit = () => {
    const code = readPosterCode(text);
    setIsWrong(code === undefined);
    if (code !== undefined) void navigate({ to: paths.poster(code) });
  };
  return (
    <Form onSubmit={submit} className="grid gap-3">
      <TextField
        label={i18n.t('Code from the venue')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        maxLength={20}
        placeholder="K7M 2QF"
        error={isWrong ? i18n.t('Codes have six letters and numbers, like K7M 2QF.') : undefined}
      />
      <Button type="submit" kind="line" className="justify-self-start">
        {i18n.t('Open')}
      </Button>
    </Form>
  );
}

import { useMutation } from '@tanstack/react-query';
import { Button } from '#web/components/button.tsx';
import { logOut } from './log-out.ts';

export function LogOutEverywhere() {
  const end = useMutation({ mutationFn: () => logOut({ everywhere: true }) });
  return (
    <Button kind="bad" className="justify-self-start" isBusy={end.isPending} onClick={() => end.mutate()}>
      Log out everywhere
    </Button>
  );
}

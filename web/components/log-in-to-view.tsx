import { comeBackTo } from '#web/lib/come-back.ts';
import { i18n } from '#web/lib/i18n.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { buttonStyle } from './button.tsx';

export function LogInToView({ page }: { page: string }) {
  const comeBack = comeBackTo(page);
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
        <Link to={paths.logIn} {...comeBack} className={`${buttonStyle()} h-[52px]!`}>
          {i18n.t('Log in to view')}
        </Link>
        <Link to={paths.register} {...comeBack} className={`${buttonStyle('line')} h-[52px]!`}>
          {i18n.t('Create account')}
        </Link>
      </div>
      <p className="text-14 text-ink-2">
        {i18n.t('It’s free. We ask you to log in because these are photos of kids.')}
      </p>
    </div>
  );
}

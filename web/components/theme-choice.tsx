import { Monitor, Moon, Sun } from 'lucide-react';
import { i18n } from '#web/lib/i18n.ts';
import { createStore, readStored, removeStored, useStore, writeStored } from '#web/lib/storage.ts';

const FACES = {
  system: { label: /*i18n*/ 'System', icon: Monitor },
  light: { label: /*i18n*/ 'Light', icon: Sun },
  dark: { label: /*i18n*/ 'Dark', icon: Moon },
} as const satisfies Record<Theme, unknown>;

export function ThemeChoice({ isLegendHidden = false }) {
  const chosen = useTheme();
  return (
    <fieldset className="grid gap-2">
      <legend className={isLegendHidden ? 'sr-only' : 'mb-2 text-14 font-[650]'}>
        {i18n.t('Appearance')}
      </legend>
      <div className="grid grid-cols-3 gap-1 rounded-full bg-sunk p-1">
        {THEMES.map((theme) => {
          const { label, icon: Icon } = FACES[theme];
          return (
            <label
              key={theme}
              className="relative flex h-11 cursor-pointer items-center justify-center gap-2 rounded-full text-14 font-[650] text-ink-2 has-checked:bg-raised has-checked:text-ink has-checked:shadow-2 has-focus-visible:outline-2 has-focus-visible:outline-focus"
            >
              <input
                type="radio"
                name="appearance"
                value={theme}
                checked={chosen === theme}
                onChange={() => chooseTheme(theme)}
                className="absolute inset-0 cursor-pointer opacity-0"
              />
              <Icon size={18} strokeWidth={1.8} />
              {i18n.t(label)}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const KEY = 'THEME';

function readTheme(): Theme {
  const stored = readStored(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

const store = createStore<Theme>(readTheme());

const useTheme = () => useStore(store);

function chooseTheme(theme: Theme): void {
  if (theme === 'system') {
    removeStored(KEY);
    delete document.documentElement.dataset.theme;
  } else {
    writeStored(KEY, theme);
    document.documentElement.dataset.theme = theme;
  }
  store.write(theme);
}

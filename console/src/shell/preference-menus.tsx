import { Clock, Languages, Moon, Sun, SunMoon } from 'lucide-react';
import { useWords } from '../i18n/words';
import { Menu } from '../parts/menu';
import { preferences } from './preferences';
import { usePreferences } from './use-preferences';
import { shellTexts } from './texts';

/** The menus for language, theme and time zone. */
export function PreferenceMenus() {
  const t = useWords(shellTexts);
  const { theme, language, timeZone } = usePreferences();
  const themes = [
    ['system', t.themeSystem, <SunMoon key="system" aria-hidden />],
    ['light', t.themeLight, <Sun key="light" aria-hidden />],
    ['dark', t.themeDark, <Moon key="dark" aria-hidden />],
  ] as const;
  const languages = [
    ['en', 'English'],
    ['sv', 'Svenska'],
  ] as const;
  return (
    <>
      <Menu
        label={t.timeZone}
        icon={<Clock aria-hidden />}
        entries={() =>
          (['local', 'utc'] as const).map((zone) => ({
            id: zone,
            label: zone === 'local' ? `${t.zoneLocal} (${localZone()})` : t.zoneUtc,
            isChosen: zone === timeZone,
            act: () => preferences.change({ timeZone: zone }),
          }))
        }
      />
      <Menu
        label={t.theme}
        icon={<SunMoon aria-hidden />}
        entries={() =>
          themes.map(([id, label, icon]) => ({
            id,
            label,
            icon,
            isChosen: id === theme,
            act: () => preferences.change({ theme: id }),
          }))
        }
      />
      <Menu
        label={t.language}
        icon={<Languages aria-hidden />}
        entries={() =>
          languages.map(([id, label]) => ({
            id,
            label,
            isChosen: id === language,
            act: () => preferences.change({ language: id }),
          }))
        }
      />
    </>
  );
}

function localZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

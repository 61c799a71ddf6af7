import { Clock, Languages, Moon, Sun, SunMoon } from 'lucide-react';
import { useWords } from '../i18n/words';
import { IconButton } from '../parts/button';
import { Menu } from '../parts/menu';
import { preferences, usePreferences } from './preferences';
import { shellTexts } from './texts';

export type PreferenceMenu = 'timeZone' | 'theme' | 'language';

/** Time zone, theme and language; the one that was asked for is open from the beginning. */
export function PreferenceMenus({ opened }: { readonly opened: PreferenceMenu }) {
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
        isOpenAtFirst={opened === 'timeZone'}
        entries={(['local', 'utc'] as const).map((zone) => ({
          id: zone,
          label: zone === 'local' ? `${t.zoneLocal} (${localZone()})` : t.zoneUtc,
          isChosen: zone === timeZone,
          act: () => preferences.change({ timeZone: zone }),
        }))}
      >
        <IconButton label={t.timeZone} icon={<Clock aria-hidden />} />
      </Menu>
      <Menu
        label={t.theme}
        isOpenAtFirst={opened === 'theme'}
        entries={themes.map(([id, label, icon]) => ({
          id,
          label,
          icon,
          isChosen: id === theme,
          act: () => preferences.change({ theme: id }),
        }))}
      >
        <IconButton label={t.theme} icon={<SunMoon aria-hidden />} />
      </Menu>
      <Menu
        label={t.language}
        isOpenAtFirst={opened === 'language'}
        entries={languages.map(([id, label]) => ({
          id,
          label,
          isChosen: id === language,
          act: () => preferences.change({ language: id }),
        }))}
      >
        <IconButton label={t.language} icon={<Languages aria-hidden />} />
      </Menu>
    </>
  );
}

function localZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

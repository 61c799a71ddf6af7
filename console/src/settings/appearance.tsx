import type { ReactNode } from 'react';
import { useWords } from '../i18n/words';
import { Section } from '../parts/page';
import { Segments } from '../parts/tabs';
import { preferences } from '../shell/preferences';
import { usePreferences } from '../shell/use-preferences';
import styles from './settings.module.css';
import { settingsTexts } from './words';

/** The appearance and language of the console in this browser. */
export function Appearance() {
  const t = useWords(settingsTexts);
  const { theme, language, timeZone } = usePreferences();
  return (
    <Section title={t.appearance}>
      <p className="muted small">{t.appearanceText}</p>
      <Preference label={t.theme}>
        <Segments
          label={t.theme}
          value={theme}
          onChange={(next) => preferences.change({ theme: next })}
          options={[
            ['system', t.system],
            ['light', t.light],
            ['dark', t.dark],
          ]}
        />
      </Preference>
      <Preference label={t.consoleLanguage}>
        <Segments
          label={t.consoleLanguage}
          value={language}
          onChange={(next) => preferences.change({ language: next })}
          options={[
            ['en', 'English'],
            ['sv', 'Svenska'],
          ]}
        />
      </Preference>
      <Preference label={t.timeZone}>
        <Segments
          label={t.timeZone}
          value={timeZone}
          onChange={(next) => preferences.change({ timeZone: next })}
          options={[
            ['local', t.local],
            ['utc', t.utc],
          ]}
        />
      </Preference>
    </Section>
  );
}

function Preference({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={styles.preference}>
      <span>{label}</span>
      {children}
    </div>
  );
}

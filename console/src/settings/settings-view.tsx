import type { ComponentType } from 'react';
import { useWords } from '../i18n/words';
import { Page } from '../parts/page';
import { Tabs } from '../parts/tabs';
import { addressOf, usePlace } from '../routing/place';
import { Access } from './access';
import { Appearance } from './appearance';
import { Companies } from './companies';
import { Contacts } from './contacts';
import { Sending } from './sending';
import { settingsTexts } from './words';

const PARTS = {
  contacts: Contacts,
  access: Access,
  companies: Companies,
  sending: Sending,
  appearance: Appearance,
} as const satisfies Readonly<Record<string, ComponentType>>;

type Part = keyof typeof PARTS;

/** The settings: contacts, access, companies, sender, and appearance. Each has an address. */
export function SettingsView() {
  const t = useWords(settingsTexts);
  const { segments } = usePlace();
  const [named = 'contacts'] = segments;
  const current: Part = isPart(named) ? named : 'contacts';
  const labels: Readonly<Record<Part, string>> = {
    contacts: t.contactsShort,
    access: t.accessShort,
    companies: t.companies,
    sending: t.sending,
    appearance: t.appearanceShort,
  };
  const tabs = Object.keys(PARTS)
    .filter(isPart)
    .map((id) => ({ id, label: labels[id], href: addressOf(['settings', id]) }));
  const Content = PARTS[current];
  return (
    <Page title={t.title} width="form">
      <Tabs label={t.sections} tabs={tabs} current={current} />
      <Content />
    </Page>
  );
}

function isPart(name: string): name is Part {
  return Object.hasOwn(PARTS, name);
}

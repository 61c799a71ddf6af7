import { useWords } from '../i18n/words';
import { ofEmail } from '../outcomes/outcomes';
import { StateBadge } from '../parts/badge';
import { Loaded } from '../parts/loaded';
import { SidePanel } from '../parts/side-panel';
import { addressOf } from '../routing/place';
import { useEmail } from './sent-calls';
import { SentContent } from './sent-content';
import { sentTexts } from './words';

/** One email beside its list. */
export function SentPanel({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const t = useWords(sentTexts);
  const query = useEmail(id);
  const { data } = query;
  return (
    <SidePanel
      title={data?.to ?? t.email}
      badges={data !== undefined && <StateBadge state={ofEmail.state(data)} />}
      page={addressOf(['sent', id])}
      onClose={onClose}
    >
      <Loaded query={query}>{(email) => <SentContent email={email} />}</Loaded>
    </SidePanel>
  );
}

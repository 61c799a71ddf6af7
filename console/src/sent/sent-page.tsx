import { useWords } from '../i18n/words';
import { listTexts } from '../list/words';
import { ofEmail } from '../outcomes/outcomes';
import { StateBadge } from '../parts/badge';
import { LinkButton } from '../parts/button';
import { Loaded } from '../parts/loaded';
import { Page } from '../parts/page';
import { addressOf } from '../routing/place';
import { useEmail } from './sent-calls';
import { SentContent } from './sent-content';
import { sentTexts } from './words';

/** One email as a page. */
export function SentPage({ id }: { readonly id: string }) {
  const t = useWords(sentTexts);
  const { showAll } = useWords(listTexts);
  const query = useEmail(id);
  const { data } = query;
  return (
    <Page
      title={data?.subject ?? t.email}
      badges={data !== undefined && <StateBadge state={ofEmail.state(data)} />}
    >
      <Loaded query={query} action={<LinkButton href={addressOf(['sent'])}>{showAll}</LinkButton>}>
        {(email) => <SentContent email={email} isPage />}
      </Loaded>
    </Page>
  );
}

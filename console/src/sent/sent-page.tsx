import { useWords } from '../i18n/words';
import { Badge } from '../parts/badge';
import { LinkButton } from '../parts/button';
import { Page } from '../parts/page';
import { FailedState, SkeletonRows } from '../parts/states';
import { addressOf } from '../routing/place';
import { stateOf } from './outcome';
import { useEmail } from './sent-calls';
import { SentContent } from './sent-content';
import { sentTexts } from './words';

/** One email as a page. */
export function SentPage({ id }: { readonly id: string }) {
  const t = useWords(sentTexts);
  const { data, error, refetch } = useEmail(id);
  const state = data === undefined ? null : stateOf(data);
  return (
    <Page
      title={data?.subject ?? t.email}
      badges={state !== null && <Badge tone={state.tone}>{state.text}</Badge>}
    >
      {data === undefined && error !== null && (
        <FailedState
          error={error}
          onRetry={() => void refetch()}
          action={<LinkButton href={addressOf(['sent'])}>{t.showAll}</LinkButton>}
        />
      )}
      {data === undefined && error === null && <SkeletonRows />}
      {data !== undefined && <SentContent email={data} isPage />}
    </Page>
  );
}

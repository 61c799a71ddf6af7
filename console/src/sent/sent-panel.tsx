import { useWords } from '../i18n/words';
import { Badge } from '../parts/badge';
import { SidePanel } from '../parts/side-panel';
import { FailedState, SkeletonRows } from '../parts/states';
import { addressOf } from '../routing/place';
import { stateOf } from './outcome';
import { useEmail } from './sent-calls';
import { SentContent } from './sent-content';
import { sentTexts } from './words';

/** One email beside its list. */
export function SentPanel({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const t = useWords(sentTexts);
  const { data, error, refetch } = useEmail(id);
  const state = data === undefined ? null : stateOf(data);
  return (
    <SidePanel
      title={data === undefined ? t.email : data.to}
      badges={state !== null && <Badge tone={state.tone}>{state.text}</Badge>}
      page={addressOf(['sent', id])}
      onClose={onClose}
    >
      {data === undefined && error !== null && <FailedState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <SkeletonRows />}
      {data !== undefined && <SentContent email={data} />}
    </SidePanel>
  );
}

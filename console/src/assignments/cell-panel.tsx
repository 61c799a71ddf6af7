import { useWords } from '../i18n/words';
import { Badge } from '../parts/badge';
import { SidePanel } from '../parts/side-panel';
import { addressOf } from '../routing/place';
import { kindText } from '../sent/kinds';
import { AssignmentContent } from './assignment-content';
import { nameOf, placeText, type Target } from './effective';
import type { Matrix } from './use-matrix';
import { assignmentsTexts } from './words';

interface CellPanelProps {
  readonly target: Target;
  readonly matrix: Matrix;
  readonly onClose: () => void;
}

/** One cell beside the matrix. */
export function CellPanel({ target, matrix, onClose }: CellPanelProps) {
  return (
    <SidePanel
      title={`${kindText(target.kind)}: ${placeText(target)}`}
      badges={<Origin target={target} matrix={matrix} />}
      page={addressOf(['assignments', nameOf(target)])}
      onClose={onClose}
    >
      <AssignmentContent target={target} matrix={matrix} />
    </SidePanel>
  );
}

/** True when the cell has an assignment of its own. */
export function Origin({ target, matrix }: { readonly target: Target; readonly matrix: Matrix }) {
  const t = useWords(assignmentsTexts);
  const { applies, isInherited } = matrix.effective(target);
  if (applies === null) return <Badge tone="off">{t.none}</Badge>;
  return isInherited ? <Badge tone="info">{t.inherited}</Badge> : <Badge tone="good">{t.own}</Badge>;
}

import { useWords } from '../../i18n/words';
import { Segments } from '../../parts/tabs';
import { studioTexts } from './words';

/** The visible part in windows without room for the text and the email side by side. */
export type Pane = 'code' | 'preview';

/** The widths of such windows, as in workbench.module.css. */
export const ONE_PANE = '(max-width: 900px)';

interface PaneSwitchProps {
  readonly pane: Pane;
  readonly onPane: (pane: Pane) => void;
}

export function PaneSwitch({ pane, onPane }: PaneSwitchProps) {
  const t = useWords(studioTexts);
  return (
    <Segments
      label={t.view}
      value={pane}
      options={[
        ['code', t.code],
        ['preview', t.previewShort],
      ]}
      onChange={onPane}
    />
  );
}

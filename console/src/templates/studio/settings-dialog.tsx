import { useQuery } from '@tanstack/react-query';
import { templateParsers } from '../../api/generated/names';
import { useWords } from '../../i18n/words';
import { Button } from '../../parts/button';
import { Dialog } from '../../parts/dialog';
import { Checkbox, Select } from '../../parts/field';
import { Link } from '../../routing/link';
import { addressOf } from '../../routing/place';
import { assignmentsQuery } from '../queries';
import type { Source } from '../source';
import { typeOptions } from '../template-names';
import { TemplateUses } from '../template-uses';
import { dialogTexts } from './dialog-words';

interface SettingsDialogProps {
  /** Null before it is first saved. */
  readonly id: number | null;
  readonly source: Source;
  readonly onChange: (changes: Partial<Source>) => void;
  readonly onClose: () => void;
}

/** The settings of a template besides its text. Like the text, they are part of the draft. */
export function SettingsDialog({ id, source, onChange, onClose }: SettingsDialogProps) {
  const d = useWords(dialogTexts);
  const { data: assignments } = useQuery(assignmentsQuery);
  return (
    <Dialog
      title={d.settingsTitle}
      isOpen
      onClose={onClose}
      actions={
        <Button tone="primary" onPress={onClose}>
          {d.close}
        </Button>
      }
    >
      <div className="stack-16">
        {id !== null && (
          <div className="stack-4">
            <span className="muted small">{d.usedBy}</span>
            <TemplateUses assignments={(assignments ?? []).filter(({ templateId }) => templateId === id)} />
            <Link href={addressOf(['assignments'])}>{d.toAssignments}</Link>
          </div>
        )}
        <Select
          name="type"
          label={d.type}
          hint={d.typeAbout}
          value={source.type}
          options={typeOptions}
          onChange={(type) => onChange(type === 'html' ? { type } : { type, inlineStyles: true })}
        />
        <Parser parser={source.parser} onChange={(parser) => onChange({ parser })} />
        <Checkbox
          name="inlineStyles"
          label={d.inlines}
          hint={d.inlinesAbout}
          value={source.inlineStyles}
          isDisabled={source.type !== 'html'}
          onChange={(inlineStyles) => onChange({ inlineStyles })}
        />
      </div>
    </Dialog>
  );
}

interface ParserProps {
  readonly parser: Source['parser'];
  readonly onChange: (parser: Source['parser']) => void;
}

/** Turns handlebars on and off, or chooses a parser if the service has several. */
function Parser({ parser, onChange }: ParserProps) {
  const d = useWords(dialogTexts);
  if (templateParsers.length > 1) {
    return (
      <Select
        name="parser"
        label={d.parser}
        hint={d.bindsAbout}
        value={parser ?? ''}
        options={[['', d.noParser], ...templateParsers.map((name) => [name, name] as const)]}
        onChange={(name) => onChange(name === '' ? null : name)}
      />
    );
  }
  return (
    <Checkbox
      name="parser"
      label={d.binds}
      hint={d.bindsAbout}
      value={parser === 'hbs'}
      onChange={(binds) => onChange(binds ? 'hbs' : null)}
    />
  );
}

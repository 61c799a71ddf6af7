import { Plus, X } from 'lucide-react';
import { useId } from 'react';
import { useWords } from '../i18n/words';
import { Button, IconButton } from '../parts/button';
import { Select, TextArea, TextField } from '../parts/field';
import { useFieldProblem } from '../parts/form';
import { Segments } from '../parts/tabs';
import { type ConditionRow, conditionsOf, rowsOf } from './condition-rows';
import { operatorNames } from './condition-text';
import type { Draft } from './draft';
import fieldStyles from '../parts/field.module.css';
import styles from './condition-builder.module.css';
import { subscriptionsTexts } from './words';

interface ConditionBuilderProps {
  readonly draft: Draft;
  readonly onChange: (changes: Partial<Draft>) => void;
}

/** The conditions as lines of path, operator and value; or as JSON, for experts. */
export function ConditionBuilder({ draft: { rows, json }, onChange }: ConditionBuilderProps) {
  const t = useWords(subscriptionsTexts);
  const id = useId();
  const { problem, clear } = useFieldProblem('conditions');
  const show = (as: 'builder' | 'json') => {
    clear();
    if (as === 'json') {
      const conditions = conditionsOf(rows);
      onChange({ json: conditions === null ? '' : JSON.stringify(conditions, null, 2) });
      return;
    }
    const read = rowsIn(json ?? '');
    if (read !== null) onChange({ json: null, rows: read });
  };
  const change = (index: number, changes: Partial<ConditionRow>) => {
    clear();
    onChange({ rows: rows.map((row, at) => (at === index ? { ...row, ...changes } : row)) });
  };
  return (
    <fieldset className="stack-8" aria-describedby={problem === '' ? undefined : id}>
      <div className="row-8">
        <legend className={fieldStyles.label}>{t.conditions}</legend>
        <Segments
          label={t.conditionsAs}
          value={json === null ? 'builder' : 'json'}
          options={[
            ['builder', t.builder],
            ['json', t.json],
          ]}
          onChange={show}
        />
      </div>
      {json === null ? (
        <>
          {rows.map((row, index) => (
            // Rows have no identity besides their position.
            // oxlint-disable-next-line react/no-array-index-key
            <Row key={index} row={row} index={index} onChange={(changes) => change(index, changes)}>
              <IconButton
                label={t.removeCondition(row.path)}
                icon={<X aria-hidden />}
                onPress={() => onChange({ rows: rows.filter((_, at) => at !== index) })}
              />
            </Row>
          ))}
          {problem !== '' && (
            <p id={id} className={fieldStyles.problem} data-name="conditions">
              {problem}
            </p>
          )}
          <div>
            <Button
              icon={<Plus aria-hidden />}
              onPress={() => onChange({ rows: [...rows, { path: '', operator: 'is', value: '' }] })}
            >
              {t.addCondition}
            </Button>
          </div>
          <p className={fieldStyles.hint}>{t.conditionsHint}</p>
        </>
      ) : (
        <TextArea
          name="conditions"
          label={t.conditions}
          isLabelUnseen
          rows={6}
          value={json}
          placeholder={'{ "status": "accepted", "data.amount": { "$gte": 1000 } }'}
          hint={t.conditionsJsonHint}
          onChange={(text) => onChange({ json: text })}
        />
      )}
    </fieldset>
  );
}

interface RowProps {
  readonly row: ConditionRow;
  readonly index: number;
  readonly onChange: (changes: Partial<ConditionRow>) => void;
  readonly children: React.ReactNode;
}

function Row({ row: { path, operator, value }, index, onChange, children }: RowProps) {
  const t = useWords(subscriptionsTexts);
  const operators = operatorNames();
  const name = `condition-${index}`;
  const choose = (next: string) => {
    const chosen = operators.find(([one]) => one === next)?.[0] ?? 'is';
    onChange({ operator: chosen, ...(chosen === '$exists' && { value: 'true' }) });
  };
  return (
    <div className={styles.condition}>
      <TextField
        name={`${name}-path`}
        label={t.path}
        isLabelUnseen={index > 0}
        isMono
        value={path}
        placeholder="data.amount"
        onChange={(next) => onChange({ path: next })}
      />
      <Select
        name={`${name}-operator`}
        label={t.operator}
        isLabelUnseen={index > 0}
        value={operator}
        options={operators}
        onChange={choose}
      />
      <TextField
        name={`${name}-value`}
        label={t.value}
        isLabelUnseen={index > 0}
        isMono
        value={value}
        placeholder={operator === '$in' || operator === '$nin' ? '["a", "b"]' : ''}
        onChange={(next) => onChange({ value: next })}
      />
      {children}
    </div>
  );
}

/** Null for text that is not JSON, or that rows cannot express. It then stays as text. */
function rowsIn(json: string): readonly ConditionRow[] | null {
  if (json.trim() === '') return [];
  try {
    const read: unknown = JSON.parse(json);
    return typeof read === 'object' && read !== null ? rowsOf(read as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

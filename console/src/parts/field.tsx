import { type ReactNode, useId } from 'react';
import styles from './field.module.css';
import { useFieldProblem } from './form';

/** The attributes that connect a control with its field's name and description. */
export interface ControlProps {
  readonly id: string;
  readonly name: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: true;
}

interface FieldProps {
  readonly name: string;
  readonly label: string;
  /** A hint, read before the field is filled in. */
  readonly hint?: ReactNode;
  readonly isLabelUnseen?: boolean;
  readonly children: (control: ControlProps, clear: () => void) => ReactNode;
}

/** A label, its control, a hint, and its error. Call `clear` when the control changes. */
export function Field({ name, label, hint, isLabelUnseen = false, children }: FieldProps) {
  const id = useId();
  const { problem, clear } = useFieldProblem(name);
  const described = [problem !== '' && `${id}-problem`, hint !== undefined && `${id}-hint`].filter(Boolean);
  const control: ControlProps = {
    id,
    name,
    ...(described.length > 0 && { 'aria-describedby': described.join(' ') }),
    ...(problem !== '' && { 'aria-invalid': true }),
  };
  return (
    <div className={styles.field}>
      <label className={isLabelUnseen ? 'unseen' : styles.label} htmlFor={id}>
        {label}
      </label>
      {children(control, clear)}
      {problem !== '' && (
        <p className={styles.problem} id={`${id}-problem`}>
          {problem}
        </p>
      )}
      {hint !== undefined && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface ValueProps<Value> {
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly isLabelUnseen?: boolean;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly isRequired?: boolean;
  readonly isDisabled?: boolean;
}

interface TextFieldProps extends ValueProps<string> {
  readonly type?: 'text' | 'url' | 'email' | 'password' | 'search' | 'number' | 'datetime-local';
  readonly placeholder?: string;
  readonly maxLength?: number | null;
  readonly isMono?: boolean;
  /** True if it takes the focus when it appears: for the only field of a dialog. */
  readonly isFirst?: boolean;
}

/** A line of text. */
export function TextField({ value, onChange, type = 'text', isRequired, isMono, ...rest }: TextFieldProps) {
  const { placeholder, maxLength, isDisabled, isFirst, ...field } = rest;
  return (
    <Field {...field}>
      {(control, clear) => (
        <input
          {...control}
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={isFirst}
          className={isMono === true ? `${styles.control} mono` : styles.control}
          type={type}
          value={value}
          required={isRequired}
          disabled={isDisabled}
          placeholder={placeholder}
          maxLength={maxLength ?? undefined}
          step={type === 'datetime-local' ? 1 : undefined}
          autoComplete={type === 'password' ? 'new-password' : 'off'}
          spellCheck={false}
          onChange={({ target }) => {
            clear();
            onChange(target.value);
          }}
        />
      )}
    </Field>
  );
}

/** Several lines of text, for JSON, PEM and the like. */
export function TextArea({
  value,
  onChange,
  isRequired,
  rows = 4,
  ...rest
}: TextFieldProps & { rows?: number }) {
  const { placeholder, maxLength, isDisabled, type: _, isMono: __, ...field } = rest;
  return (
    <Field {...field}>
      {(control, clear) => (
        <textarea
          {...control}
          className={`${styles.control} ${styles.lines} mono`}
          value={value}
          rows={rows}
          required={isRequired}
          disabled={isDisabled}
          placeholder={placeholder}
          maxLength={maxLength ?? undefined}
          spellCheck={false}
          onChange={({ target }) => {
            clear();
            onChange(target.value);
          }}
        />
      )}
    </Field>
  );
}

/** A select, in the browser's own form, which every device can show. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { value, onChange, options, isDisabled, ...field } = props;
  return (
    <Field {...field}>
      {(control, clear) => (
        <select
          {...control}
          className={`${styles.control} ${styles.select}`}
          value={value}
          disabled={isDisabled}
          onChange={({ target }) => {
            clear();
            const [chosen] = options.find(([option]) => option === target.value) ?? [];
            if (chosen !== undefined) onChange(chosen);
          }}
        >
          {options.map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

export interface SelectProps<Value extends string> extends Omit<ValueProps<Value>, 'isRequired'> {
  readonly options: readonly (readonly [value: Value, text: string])[];
}

/** A checkbox. */
export function Checkbox({ name, label, hint, value, onChange, isDisabled }: ValueProps<boolean>) {
  const id = useId();
  const { problem, clear } = useFieldProblem(name);
  return (
    <div className={styles.check}>
      <input
        id={id}
        name={name}
        type="checkbox"
        checked={value}
        disabled={isDisabled}
        aria-describedby={hint === undefined && problem === '' ? undefined : `${id}-hint`}
        aria-invalid={problem !== '' ? true : undefined}
        onChange={({ target }) => {
          clear();
          onChange(target.checked);
        }}
      />
      <label htmlFor={id}>{label}</label>
      {(hint !== undefined || problem !== '') && (
        <p className={problem === '' ? styles.hint : styles.problem} id={`${id}-hint`}>
          {problem === '' ? hint : problem}
        </p>
      )}
    </div>
  );
}

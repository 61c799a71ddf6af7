import {
  createContext,
  type ReactNode,
  type SubmitEvent,
  use,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { type InputProblem, Refusal } from '../api/refusal';
import { words } from '../i18n/words';
import { texts } from '../api/texts';
import { toast } from './toast-store';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

interface FormState {
  readonly problems: readonly InputProblem[];
  readonly clear: (name: string) => void;
  readonly isPending: boolean;
}

const FormContext = createContext<FormState>({ problems: [], clear: () => {}, isPending: false });

/** True while the surrounding form is being sent. */
export function useFormPending(): boolean {
  return use(FormContext).isPending;
}

/**
 * A form whose action runs once at a time. Errors of the browser or the service are shown at their field until it
 * changes. The name of a field is the JSON Pointer of a member of the body without its first slash, such as
 * `authData/username`. Errors without a field are shown in a toast.
 */
export function Form({ label, onSubmit, children, className }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<readonly InputProblem[]>([]);
  const [isPending, setPending] = useState(false);
  useEffect(() => {
    if (problems.length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problems]);
  const clear = useCallback((name: string) => {
    setProblems((known) => (known.some((one) => isWithin(one.pointer, name)) ? without(known, name) : known));
  }, []);

  const refuse = (error: unknown) => {
    const inputs = error instanceof Refusal ? error.inputs : [];
    const names = controlsOf(form.current).map(({ name }) => name);
    const homeless = inputs.filter(({ pointer }) => !names.some((name) => isWithin(pointer, name)));
    setProblems(inputs);
    if (inputs.length === 0) toast.warn(error);
    else if (homeless.length > 0) toast.error(homeless.map(({ message }) => message).join(' '));
  };
  const submit = async () => {
    const found = faultsIn(form.current);
    setProblems(found);
    if (found.length > 0 || isPending) return;
    setPending(true);
    await onSubmit().catch(refuse);
    setPending(false);
  };
  return (
    <form
      ref={form}
      noValidate
      aria-label={label}
      aria-busy={isPending}
      className={className}
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        void submit();
      }}
    >
      <FormContext value={{ problems, clear, isPending }}>{children}</FormContext>
    </form>
  );
}

export interface FormProps {
  /** Its name for screen readers. */
  readonly label: string;
  readonly onSubmit: () => Promise<unknown>;
  readonly children: ReactNode;
  readonly className?: string;
}

/** The error of a field, or ''. Call `clear` when the field changes. */
export function useFieldProblem(name: string): { readonly problem: string; readonly clear: () => void } {
  const { problems, clear } = use(FormContext);
  const own = problems.filter(({ pointer }) => isWithin(pointer, name));
  return { problem: own.map((one) => sentenceOf(one, name)).join(' '), clear: () => clear(name) };
}

function controlsOf(form: HTMLFormElement | null): readonly Control[] {
  return [
    ...(form?.querySelectorAll<Control>('input[name], select[name], textarea[name], [data-name]') ?? []),
  ].map((control) => control);
}

/** The errors that the browser finds: empty required fields and invalid numbers. */
function faultsIn(form: HTMLFormElement | null): readonly InputProblem[] {
  return controlsOf(form)
    .filter((control) => 'validity' in control && !control.validity.valid)
    .map(({ name, validationMessage: message }) => ({ pointer: `/${name}`, message }));
}

function without(problems: readonly InputProblem[], name: string): readonly InputProblem[] {
  return problems.filter(({ pointer }) => !isWithin(pointer, name));
}

function isWithin(pointer: string, name: string): boolean {
  return pointer === `/${name}` || pointer.startsWith(`/${name}/`);
}

/** The error message of a field. If it is about a part of the field, the part comes first. */
function sentenceOf({ pointer, message }: InputProblem, name: string): string {
  const [part = ''] = pointer.slice(name.length + 2).split('/');
  if (part === '') return message;
  const isIndex = /^\d+$/.test(part);
  const said = isIndex
    ? words(texts).item(Number(part) + 1)
    : part.replaceAll('~1', '/').replaceAll('~0', '~');
  return `${said}: ${message}`;
}

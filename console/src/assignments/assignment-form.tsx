import { useState } from 'react';
import { useWords } from '../i18n/words';
import { Button } from '../parts/button';
import { Select, TextField } from '../parts/field';
import { Form, useFormPending } from '../parts/form';
import { toast } from '../parts/toast-store';
import { useUnsaved } from '../routing/unsaved';
import { assign, type Choice, unassign } from './assignment-calls';
import { placeText, type Target } from './effective';
import type { Matrix } from './use-matrix';
import { assignmentsTexts } from './words';

const MAX_HEADER = 1000;
const MAX_ADDRESS = 254;

interface AssignmentFormProps {
  readonly target: Target;
  readonly matrix: Matrix;
  /** The initial values of the form. */
  readonly present: Choice;
  /** Called with the chosen values, for the preview. */
  readonly onChange: (choice: Choice) => void;
}

/** Assigns a template and headers to a cell, or removes its assignment. Both can be undone. */
export function AssignmentForm({ target, matrix, present, onChange }: AssignmentFormProps) {
  const t = useWords(assignmentsTexts);
  const { own, isInherited } = matrix.effective(target);
  const [choice, setChoice] = useState<Choice>({
    templateId: present.templateId,
    subject: present.subject,
    fromName: present.fromName,
    replyTo: present.replyTo,
  });
  const [isChanged, setChanged] = useState(false);
  useUnsaved(isChanged);
  const change = (changes: Partial<Choice>) => {
    const next = { ...choice, ...changes };
    setChoice(next);
    setChanged(true);
    onChange(next);
  };
  const save = async () => {
    await assign(target, choice);
    setChanged(false);
    toast.info(t.assigned);
  };
  const templates = [...matrix.templates.keys()].map(
    (id) => [String(id), `${matrix.nameOf(id)} #${id}`] as const,
  );
  const isGone = !matrix.templates.has(choice.templateId);
  return (
    <Form label={placeText(target)} onSubmit={save} className="stack-16">
      <Select
        name="templateId"
        label={t.template}
        value={String(choice.templateId)}
        onChange={(id) => change({ templateId: Number(id) })}
        options={
          isGone
            ? [[String(choice.templateId), t.deletedTemplate(choice.templateId)], ...templates]
            : templates
        }
      />
      <TextField
        name="subject"
        label={t.subject}
        hint={t.subjectHint}
        placeholder={t.defaultSubject}
        maxLength={MAX_HEADER}
        value={choice.subject ?? ''}
        onChange={(subject) => change({ subject: given(subject) })}
      />
      <TextField
        name="fromName"
        label={t.fromName}
        hint={t.fromNameHint}
        placeholder={t.defaultFromName}
        maxLength={MAX_HEADER}
        value={choice.fromName ?? ''}
        onChange={(fromName) => change({ fromName: given(fromName) })}
      />
      <TextField
        name="replyTo"
        label={t.replyTo}
        hint={t.replyToHint}
        placeholder={t.defaultReplyTo}
        maxLength={MAX_ADDRESS}
        value={choice.replyTo ?? ''}
        onChange={(replyTo) => change({ replyTo: given(replyTo) })}
      />
      <div className="row-8">
        <SaveButton label={own === null || isInherited ? t.assign : t.save} />
        {own !== null && (
          <Button tone="danger" about={placeText(target)} onPress={() => void remove(target, own, t)}>
            {t.remove}
          </Button>
        )}
      </div>
    </Form>
  );
}

function SaveButton({ label }: { readonly label: string }) {
  return (
    <Button type="submit" tone="primary" isPending={useFormPending()}>
      {label}
    </Button>
  );
}

interface RemovalTexts {
  readonly removed: string;
  readonly undo: string;
}

async function remove(target: Target, own: Choice, t: RemovalTexts): Promise<void> {
  const { templateId, subject, fromName, replyTo } = own;
  try {
    await unassign(target);
    toast.info(t.removed, {
      label: t.undo,
      act: () => void assign(target, { templateId, subject, fromName, replyTo }).catch(toast.warn),
    });
  } catch (error) {
    toast.warn(error);
  }
}

function given(text: string): string | null {
  return text === '' ? null : text;
}

import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { useWords } from '../i18n/words';
import { Button } from '../parts/button';
import { Select, TextField } from '../parts/field';
import { Popover } from '../parts/popover';
import { changeParameters } from '../routing/place';
import { companiesQuery } from './assignment-calls';
import { assignmentsTexts } from './words';

/** Adds a row for a company. The address keeps it until something is assigned there. */
export function AddCompany() {
  const { data: companies = [] } = useQuery(companiesQuery);
  const t = useWords(assignmentsTexts);
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const [id, setId] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!/^[1-9]\d{0,9}$/.test(id.trim())) return;
    setOpen(false);
    changeParameters({ company: id.trim() });
  };
  return (
    <>
      <Button
        ref={button}
        icon={<Plus aria-hidden />}
        opens="dialog"
        isOpen={isOpen}
        onPress={() => setOpen(true)}
      >
        {t.addCompany}
      </Button>
      <Popover button={button} label={t.addCompany} isOpen={isOpen} onClose={() => setOpen(false)} from="end">
        <form className="stack-8" onSubmit={submit}>
          {companies.length > 0 ? (
            <Select
              name="companyId"
              label={t.companyId}
              value={id}
              onChange={setId}
              options={[['', t.choose], ...companies.map((one) => [String(one), String(one)] as const)]}
            />
          ) : (
            <TextField name="companyId" type="number" label={t.companyId} value={id} onChange={setId} />
          )}
          <Button type="submit" tone="primary">
            {t.add}
          </Button>
        </form>
      </Popover>
    </>
  );
}

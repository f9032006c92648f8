import { Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { readCertificateNumber } from '#contract/certificate-number.ts';
import { paths } from '../../client/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/field.tsx';

/** Takes the number from a paper certificate. A misread letter is found here already: the number has a check symbol. */
export const AskNumber = () => {
  const navigate = useNavigate();
  const [error, setError] = useState<string>();
  const ask = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('number') ?? '');
    const number = readCertificateNumber(typed);
    if (number === null)
      setError(
        typed.trim() === ''
          ? 'Type the number of the certificate.'
          : 'No certificate can have this number: one of its letters or digits is wrong or missing.',
      );
    else void navigate(paths.verify(number));
  };
  return (
    <form onSubmit={ask} noValidate className="flex max-w-prose flex-wrap items-start gap-3">
      <Input
        name="number"
        label="Number of the certificate"
        hint="It begins with LYC and stands beside the QR code."
        placeholder="LYC-2026-…"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={60}
        error={error}
        onChange={() => setError(undefined)}
        fieldClassName="min-w-0 flex-1 basis-64"
      />
      <Button type="submit" className="sm:mt-7">
        <Search className="size-4.5" aria-hidden="true" />
        Check
      </Button>
    </form>
  );
};

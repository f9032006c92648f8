import { Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { parseCertificateNumber } from '#contract/certificate-number.ts';
import { paths } from '../../client/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/field.tsx';

/** The form for a certificate number. Its check symbol detects typing errors before a request is sent. */
export const CertificateNumberForm = () => {
  const navigate = useNavigate();
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('number') ?? '');
    const number = parseCertificateNumber(text);
    if (number === null)
      setError(
        text.trim() === ''
          ? 'Enter the certificate number.'
          : 'This is not a valid certificate number. Check each letter and digit.',
      );
    else void navigate(paths.verify(number));
  };
  return (
    <form onSubmit={submit} noValidate className="flex max-w-prose flex-wrap items-start gap-3">
      <Input
        name="number"
        label="Certificate number"
        hint="It begins with LYC and is printed beside the QR code."
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
        <Search className="size-4.5" />
        Check
      </Button>
    </form>
  );
};

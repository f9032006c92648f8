import { Download } from 'lucide-react';
import type { CheckedCertificate } from '#contract/check-certificate.ts';
import { safeFileName } from '../../domains/certificates/file-name.ts';
import { Button } from '../../ui/button.tsx';
import { saveFile } from '../../ui/save-file.ts';

/** The proof as a file, and how it is checked without this page and without the school. */
export const KeepProof = ({ shown }: { shown: CheckedCertificate }) => {
  const file = `${safeFileName(shown.number)}.json`;
  const save = () =>
    saveFile(file, new Blob([`${JSON.stringify(shown, null, 2)}\n`], { type: 'application/json' }));
  return (
    <>
      <p className="max-w-prose text-muted">
        This page and its check come from the same school. Whoever wants to rely on neither keeps the proof
        and checks it with the source code, without any network:
      </p>
      <pre className="mt-3 rounded-control bg-sunken p-3 text-sm whitespace-pre-wrap wrap-anywhere">
        <code>npx node events/seals/main.ts check {file}</code>
      </pre>
      <p className="mt-3 max-w-prose text-muted">
        The seals make a change of the log show. What they cannot show by themselves is a log that was
        rewritten as a whole and sealed anew: for that, compare the root of the history with one that the
        school has signed and published elsewhere. And they keep what was written; whether it was true then is
        for the school to answer.
      </p>
      <Button look="second" className="mt-4" onClick={save}>
        <Download className="size-4.5" aria-hidden="true" />
        Download the proof
      </Button>
    </>
  );
};

import { Download } from 'lucide-react';
import type { CheckedCertificate } from '#contract/check-certificate.ts';
import { safeFileName } from '../../domains/certificates/file-name.ts';
import { Button } from '../../ui/button.tsx';
import { saveFile } from '../../ui/save-file.ts';

/** Offers the proof as a file and explains how to check it offline. */
export const SaveProof = ({ certificate }: { certificate: CheckedCertificate }) => {
  const fileName = `${safeFileName(certificate.number)}.json`;
  const save = () =>
    saveFile(fileName, new Blob([`${JSON.stringify(certificate, null, 2)}\n`], { type: 'application/json' }));
  return (
    <>
      <p className="max-w-prose text-muted">
        This page comes from the school itself. To check the certificate independently, download the proof and
        check it offline with the source code:
      </p>
      <pre className="mt-3 rounded-control bg-sunken p-3 text-sm whitespace-pre-wrap wrap-anywhere">
        <code>npx node events/seals/main.ts check {fileName}</code>
      </pre>
      <p className="mt-3 max-w-prose text-muted">
        Seals reveal any change to the log, but not that the whole log was rewritten and sealed again. To rule
        that out, compare the root of the history with one that the school has signed and published elsewhere.
        Seals prove what was recorded; the school is responsible for its truth.
      </p>
      <Button look="second" className="mt-4" onClick={save}>
        <Download className="size-4.5" />
        Download proof
      </Button>
    </>
  );
};

import { useMutation } from '@tanstack/react-query';
import { Download, ExternalLink, Printer } from 'lucide-react';
import { useRef } from 'react';
import { certificateFileName } from '../file-name.ts';
import { paths } from '../../../client/paths.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { toast } from '../../../ui/toast.ts';
import type { Printed } from './certificate-paper.tsx';
import { CertificatePicture } from './certificate-picture.tsx';

const useDownload = (courseName: string) => {
  const paper = useRef<HTMLDivElement>(null);
  const { mutate, isPending } = useMutation({
    // What it needs is in the page already, or is fetched once more when it is pressed again.
    networkMode: 'always',
    mutationFn: async () => {
      if (!paper.current) throw new Error('The picture is not there yet.');
      const { drawPaper } = await import('./draw.ts');
      return drawPaper(paper.current);
    },
    onSuccess: (picture) => saveFile(certificateFileName(courseName), picture),
    onError: () => toast.error('The picture could not be made. Try again, or print the certificate.'),
  });
  return { paper, download: () => mutate(), downloading: isPending };
};

/** A certificate for its owner: the paper, and what can be done with it. Printing the page prints the paper alone. */
export const CertificateSheet = ({ what, publicPage = true }: { what: Printed; publicPage?: boolean }) => {
  const { paper, download, downloading } = useDownload(what.courseName);
  return (
    <div className="certificate-sheet">
      <CertificatePicture what={what} paper={paper} />
      <div className="mt-5 flex flex-wrap gap-3">
        <Button working={downloading} onClick={download}>
          {!downloading && <Download className="size-4.5" aria-hidden="true" />}
          Download
        </Button>
        <Button look="second" onClick={() => window.print()}>
          <Printer className="size-4.5" aria-hidden="true" />
          Print
        </Button>
        {publicPage && (
          <ButtonLink look="second" to={paths.verify(what.number)}>
            <ExternalLink className="size-4.5" aria-hidden="true" />
            Public page
          </ButtonLink>
        )}
      </div>
    </div>
  );
};

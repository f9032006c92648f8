import { Link2 } from 'lucide-react';
import { paths } from '../../../client/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { showMessage } from '../../../ui/popup.ts';
import { toast } from '../../../ui/toast.ts';

/** Copies the address of a certificate's public page, which the owner of the certificate can share. */
export const CopyLinkButton = ({ number }: { number: string }) => {
  const copy = async () => {
    const link = new URL(paths.verify(number), location.origin).href;
    try {
      await navigator.clipboard.writeText(link);
      toast.success('Link copied.');
    } catch {
      // The clipboard may be unavailable on pages without HTTPS, and the user may have denied access to it.
      // The message stays open, so that the user can select the link.
      await showMessage({ tone: 'info', title: 'Copy this link', text: link });
    }
  };
  return (
    <Button variant="secondary" onClick={copy}>
      <Link2 className="size-4.5" />
      Copy link
    </Button>
  );
};

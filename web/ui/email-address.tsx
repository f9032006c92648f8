/** A longer domain may be too long for a line of a phone. */
const maxUnbroken = 30;

/** An e-mail address that breaks before its @ if it does not fit into the line, and not within its domain. */
export const EmailAddress = ({ address }: { address: string }) => {
  const at = address.lastIndexOf('@');
  const domain = at <= 0 ? '' : address.slice(at);
  return (
    <>
      <span className="wrap-anywhere">{domain === '' ? address : address.slice(0, at)}</span>
      <wbr />
      <span className={domain.length > maxUnbroken ? 'wrap-anywhere' : 'whitespace-nowrap'}>{domain}</span>
    </>
  );
};

/** In characters. A longer domain may be too long for a line of a phone, so it may break anywhere. */
const maxUnbrokenDomain = 30;

/** An e-mail address. If it does not fit into the line, it breaks before the @ rather than within its domain. */
export const EmailAddress = ({ address }: { address: string }) => {
  const at = address.lastIndexOf('@');
  const domain = at <= 0 ? '' : address.slice(at);
  return (
    <>
      <span className="wrap-anywhere">{domain === '' ? address : address.slice(0, at)}</span>
      <wbr />
      <span className={domain.length > maxUnbrokenDomain ? 'wrap-anywhere' : 'whitespace-nowrap'}>
        {domain}
      </span>
    </>
  );
};

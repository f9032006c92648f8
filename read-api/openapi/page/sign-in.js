/** Signs in with the REST API of Firebase, or of the emulator, and returns an ID token. */
export const signIn = async (email, password) => {
  const { firebase, authEmulatorUrl } = await (await fetch('/configuration.json')).json();
  const provider = 'identitytoolkit.googleapis.com/v1/accounts:signInWithPassword';
  const address = authEmulatorUrl === null ? `https://${provider}` : `${authEmulatorUrl}/${provider}`;
  const response = await fetch(`${address}?key=${encodeURIComponent(firebase.apiKey)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, returnSecureToken: true }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`Firebase refused: ${answer.error?.message ?? response.status}`);
  return answer.idToken;
};

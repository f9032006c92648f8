import { useQuery } from '@tanstack/react-query';
import { defaultPasswordPolicy, type PasswordPolicy } from '#contract/password-policy.ts';
import { getSessionController } from './start-session.ts';

/**
 * Returns the provider's password policy for a form; the default policy until the provider's is known. The provider checks each
 * new password in any case.
 */
export const usePasswordPolicy = (): PasswordPolicy => {
  const { data } = useQuery({
    queryKey: ['password-policy'],
    queryFn: () => getSessionController().passwordPolicy(),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return data ?? defaultPasswordPolicy;
};

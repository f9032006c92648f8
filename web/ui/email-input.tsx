import type { ComponentProps } from 'react';
import { Input } from './field.tsx';

/** An input for the e-mail address of the account, marked up for password managers and on-screen keyboards. */
export const EmailInput = (rest: Omit<ComponentProps<typeof Input>, 'label' | 'type'>) => (
  <Input
    label="Email"
    type="email"
    autoComplete="username"
    inputMode="email"
    autoCapitalize="none"
    required
    {...rest}
  />
);

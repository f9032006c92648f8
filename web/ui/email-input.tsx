import type { ComponentProps } from 'react';
import { Input } from './field.tsx';

/** The e-mail address that a person signs in with, as password managers and phones' keyboards know it. */
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

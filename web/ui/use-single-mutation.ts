import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * Like `useMutation`, but `mutate` does nothing while the mutation runs. A second click can arrive before React has disabled
 * the button.
 */
export const useSingleMutation = <Answer, Variables = void>(
  options: Omit<UseMutationOptions<Answer, Error, Variables>, 'onSettled'>,
) => {
  const isRunning = useRef(false);
  const onSettled = () => {
    isRunning.current = false;
  };
  const { mutate, mutateAsync: _, ...mutation } = useMutation({ ...options, onSettled });
  return {
    ...mutation,
    mutate: (variables: Variables): void => {
      if (isRunning.current) return;
      isRunning.current = true;
      mutate(variables);
    },
  };
};

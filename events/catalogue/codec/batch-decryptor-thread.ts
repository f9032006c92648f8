/** The worker thread that `openBatchDecryptor` starts. */
import { parentPort } from 'node:worker_threads';
import {
  type DecryptRequest,
  type DecryptResponse,
  fieldSeparator,
  textSeparator,
} from './batch-decryptor.ts';
import { decryptField } from './field-encryption.ts';

/** Decrypts the fields of a batch and joins their contents. @throws when a field cannot be decrypted. */
const decryptAll = ({ fields, contexts, keys, keyIndexes }: DecryptRequest): string => {
  const contextOfField = contexts.split(textSeparator);
  const contents = fields.split(fieldSeparator).map((encrypted, index) => {
    const key = keys[keyIndexes[index] ?? -1];
    if (key === undefined) throw new Error(`Field ${index} of the batch has no key.`);
    return decryptField(key, Buffer.from(encrypted, 'base64'), contextOfField[index] ?? '').toString();
  });
  return contents.join(textSeparator);
};

parentPort?.on('message', (request: DecryptRequest) => {
  let contents: string | null = null;
  try {
    contents = decryptAll(request);
  } catch {
    // The caller decrypts the fields one by one and reports the one that fails.
  }
  parentPort?.postMessage({ id: request.id, contents } satisfies DecryptResponse);
});

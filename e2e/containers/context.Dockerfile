# Contains everything that a build may copy. The test of the containers searches it for secrets.
FROM scratch
COPY . /

# Puts the weights of a model where its engine looks for them. What is there already stays.
#
# SOURCE_KIND     http, s3 or file
# MODEL_SOURCE    the address, or the address that the files are below, or the file to copy
# MODEL_PATH      the file to write, or
# MODEL_DIR       the folder to write to, and
# MODEL_FILES     the paths below both, one a line
# MODEL_SHA256    the checksum of the file, or of the first of the files; not set when nobody knows it
# REFRESH_POLICY  OnChange fetches a file again that has another size at its source
# S3_BUCKET, and S3_KEY or S3_PREFIX; AWS_ENDPOINT_URL, AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY
# HF_TOKEN        for addresses at Hugging Face
# CUSTOM_CERTS    the folder of certificates to trust, beside those of the system
set -eu

say() { printf '%s\n' "$*" >&2; }

# request passes its arguments to curl with what every request to the source needs.
request() {
  case "$SOURCE_KIND" in
  s3) set -- --aws-sigv4 "aws:amz:$AWS_REGION:s3" --user "$AWS_ACCESS_KEY_ID:$AWS_SECRET_ACCESS_KEY" "$@" ;;
  http)
    set -- --location "$@"
    case "$MODEL_SOURCE" in
    https://huggingface.co/* | https://www.huggingface.co/*)
      if [ -n "${HF_TOKEN:-}" ]; then set -- --oauth2-bearer "$HF_TOKEN" "$@"; fi
      ;;
    esac
    ;;
  esac
  curl --fail --silent --show-error "$@"
}

# fetch <address> <file>
fetch() {
  if [ "$SOURCE_KIND" = file ]; then
    cp "$1" "$2"
  else
    request --output "$2" "$1"
  fi
}

# checksum <file>
checksum() { sha256sum "$1" | cut -d ' ' -f 1; }

# verified <file> <checksum> tells whether a file that is there has its checksum. The
# answer is kept beside the file, because a large one takes minutes to read.
verified() {
  if [ -z "$2" ] || [ "$(cat "$1.sha256" 2>/dev/null)" = "$2" ]; then return 0; fi
  if [ "$(checksum "$1")" != "$2" ]; then return 1; fi
  printf '%s\n' "$2" >"$1.sha256"
}

# download <address> <file> <checksum>. The file appears whole or not at all, also when
# the pods of two nodes write to the same volume.
download() {
  part="$2.${HOSTNAME:-local}.tmp"
  if ! fetch "$1" "$part"; then
    say "cannot fetch $1"
    rm -f "$part"
    return 1
  fi
  if [ -n "$3" ]; then
    actual=$(checksum "$part")
    if [ "$actual" != "$3" ]; then
      say "the SHA-256 of $1 is $actual, not $3"
      rm -f "$part"
      return 1
    fi
  fi
  mv "$part" "$2" || return 1
  if [ -n "$3" ]; then printf '%s\n' "$3" >"$2.sha256"; fi
}

# unchanged <address> <file> tells whether the file has the size that its source has.
unchanged() {
  if [ "$SOURCE_KIND" = file ]; then return 0; fi
  there=$(request --head --output /dev/null --write-out '%header{content-length}' "$1") || return 1
  [ -n "$there" ] && [ "$there" != 0 ] && [ "$there" = "$(wc -c <"$2" | tr -d ' ')" ]
}

# stage <address> <file> <checksum>
stage() {
  folder=$(dirname "$2")
  mkdir -p "$folder"
  # What nobody has written to for an hour was left behind by a pod that is gone.
  find "$folder" -maxdepth 1 -name '*.tmp' -mmin +60 -exec rm -f {} +
  if [ ! -f "$2" ] || ! verified "$2" "$3"; then
    download "$1" "$2" "$3"
    say "fetched $2"
  elif [ "${REFRESH_POLICY:-}" != OnChange ] || unchanged "$1" "$2"; then
    say "$2 is there"
  elif download "$1" "$2" "$3"; then
    say "fetched $2 again"
  else
    say "keeping $2"
  fi
}

# address <file> is where a file below the source is, and that of the source without one.
address() {
  case "$SOURCE_KIND" in
  s3) printf '%s/%s/%s' "${AWS_ENDPOINT_URL%/}" "$S3_BUCKET" "${S3_KEY:-${S3_PREFIX%/}/$1}" ;;
  *) if [ -n "$1" ]; then printf '%s/%s' "${MODEL_SOURCE%/}" "$1"; else printf '%s' "$MODEL_SOURCE"; fi ;;
  esac
}

if [ -n "${CUSTOM_CERTS:-}" ]; then
  trusted=$(mktemp)
  cat /etc/ssl/certs/ca-certificates.crt "$CUSTOM_CERTS"/* >"$trusted"
  export CURL_CA_BUNDLE="$trusted"
fi

sum=$(printf '%s' "${MODEL_SHA256:-}" | tr 'A-F' 'a-f')
if [ -n "${MODEL_PATH:-}" ]; then
  stage "$(address '')" "$MODEL_PATH" "$sum"
  exit
fi
printf '%s\n' "$MODEL_FILES" | {
  while IFS= read -r file; do
    stage "$(address "$file")" "$MODEL_DIR/$file" "$sum"
    sum=
  done
}

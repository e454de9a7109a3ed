/* A libdds.so.0 without the expected functions. */
int other_dds(void);
int other_dds(void)
{
    return 0;
}
